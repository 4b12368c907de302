import { formatCount } from '../../../shared/base/words.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { CorpusPlace } from '../state/corpus-place.ts'
import { besideFocus, type Focus, type Place } from '../state/place.ts'
import { LEVEL_INFO } from '../views/corpus/level-columns.ts'
import { VIEWS } from './views.ts'

/** As far as a trace is read: its program and how many events it has. */
export type NamedTrace = Pick<TraceDetail, 'program' | 'events'>

/** The step in focus in a word or two: one past the last event is the exit, and so is any number beyond it. */
export function stepWords(step: number, trace: NamedTrace | undefined): string {
  return trace !== undefined && step >= trace.events ? 'exit' : `event ${formatCount(step)}`
}

function momentWords({ step }: Focus, trace: NamedTrace | undefined): string {
  const name = trace?.program ?? '…'
  return step === null ? name : `${name} · ${stepWords(step, trace)}`
}

function listWords({ level, lists }: CorpusPlace): string {
  const { where, view } = lists[level]
  const rows = view ?? where
  return rows === '' ? LEVEL_INFO[level].title : `${LEVEL_INFO[level].title}: ${rows}`
}

/** What a tab shows, in a line: the moment of a run, the rows of the corpus, or the view. */
export function tabTitle(
  { view, focus, pin }: Place,
  corpus: CorpusPlace,
  { trace, pinned }: Readonly<Record<'trace' | 'pinned', NamedTrace | undefined>>,
): string {
  const title = VIEWS.find(({ id }) => id === view)?.title ?? ''
  if (view === 'corpus') return listWords(corpus)
  if (view === 'trace' && focus.trace !== null) {
    const moment = momentWords(focus, trace)
    const beside = besideFocus(focus, pin ?? null)
    return beside === null ? moment : `${moment} ↔ ${momentWords(beside, pinned)}`
  }
  const isOfRun = (view === 'label' || view === 'sample') && focus.trajectory !== null
  return isOfRun && trace !== undefined ? `${title}: ${trace.program}` : title
}
