import { useMemo } from 'react'
import { formatCount, formatNoun, programTitle } from '../../../../shared/base/words.ts'
import type { TraceRow } from '../../../../shared/contract/traces.ts'
import { classWords, FAILURE_CLASSES } from '../../../../shared/corpus/failure-classes.ts'
import { errorText } from '../../api/errors.ts'
import { useRecentLabels } from '../../api/labels.ts'
import { useTracesWithWords } from '../../api/traces.ts'
import { useClassCounts } from '../../api/trajectories.ts'
import { compareTraces, openView, pinMoment, useFocus } from '../../state/place.ts'
import { openLink } from '../../state/url.ts'
import { useCommands } from '../../ui/keys.ts'
import { labelFilterAtom } from '../label/label-state.ts'
import { type PaletteItem, type PaletteList, paletteItem } from './palette-item.ts'
import { rankItems } from './rank.ts'

const VIEW_COMMAND = /^view\./
const NO_ROWS: readonly TraceRow[] = []

/** Places of the words in a title; null where it lacks one of them. */
function marksOf(title: string, words: readonly string[]): readonly number[] | null {
  const marks: number[] = []
  for (const word of words) {
    const at = title.toLowerCase().indexOf(word.toLowerCase())
    if (at < 0) return null
    for (let i = at; i < at + word.length; i++) marks.push(i)
  }
  return marks
}

function traceItem(row: TraceRow, words: readonly string[], current: boolean): PaletteItem {
  const { trace, program, entry, events, exit, thread } = row
  const title = programTitle(program, entry)
  const isCalled = entry !== null && title === program
  const lane = thread === 0 ? '' : ` · thread ${thread}`
  const marks = marksOf(title, words)
  const found = marks === null ? ' · found in its functions or its error' : ''
  return paletteItem({
    id: `trace ${trace}`,
    title,
    marks: marks ?? [],
    detail: `${isCalled ? `${entry} · ` : ''}${formatNoun(events, 'event')} · ${exit}${lane}${found}`,
    current,
    run: () => openView('trace', { trace }),
  })
}

interface FoundTraces {
  readonly rows: readonly TraceRow[]
  /** They were found for what was typed before: only those that fit now by their name are of use. */
  readonly stale: boolean
}

function traceItems(
  { rows, stale }: FoundTraces,
  query: string,
  focus: string | null,
): readonly PaletteItem[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  const items = rows
    .map((row) => traceItem(row, words, row.trace === focus))
    .filter(({ marks }) => !stale || words.length === 0 || marks.length > 0)
  // Words in a name come before words in what the program holds.
  return [...items].sort((a, b) => Number(a.marks.length === 0) - Number(b.marks.length === 0))
}

/** The place that a pasted link names. */
function linkItems(query: string): readonly PaletteItem[] {
  const fragment = /#(?:\S*&)?view=\S*$/.exec(query.trim())?.[0]
  if (fragment === undefined) return []
  const run = (): void => void openLink(fragment)
  return [paletteItem({ id: 'link', title: 'Open the link', detail: fragment, run })]
}

/** Views, and traces by the name of their program, the newest first; null while `query` is. */
export function useGoItems(query: string | null): PaletteList | null {
  const commands = useCommands()
  const focus = useFocus()
  const { data, error, isPlaceholderData: stale } = useTracesWithWords(query)
  return useMemo(() => {
    if (query === null) return null
    const views = commands
      .filter(({ id }) => id !== null && VIEW_COMMAND.test(id))
      .map(({ id, description, keys, run }) =>
        paletteItem({ id: id ?? '', title: description, detail: 'view', keys, run }),
      )
    const found = rankItems(query, views)
    const rows = data?.rows ?? NO_ROWS
    const traces = traceItems({ rows, stale }, query, focus.trace)
    const hidden = stale ? 0 : (data?.total ?? 0) - rows.length
    const more = hidden > 0 ? `${formatCount(hidden)} more traces; type on to find them.` : null
    return {
      items: [...linkItems(query), ...found.items, ...traces],
      note: error === null ? more : errorText(error),
    }
  }, [query, commands, focus.trace, data, stale, error])
}

const NO_FOCUS_TRACE = 'Choose a trace first: this one would be compared with it.'
/** The run in focus, beside itself. */
const ITSELF: PaletteItem = paletteItem({
  id: 'itself',
  title: 'Another moment of this run',
  detail: 'the one in focus is pinned',
  run: () => {
    pinMoment()
    openView('trace')
  },
})

/** Traces by the name of their program, the newest first, to be shown beside the one in focus; null while `query` is. */
export function useCompareItems(query: string | null): PaletteList | null {
  const { trace: focus } = useFocus()
  const { data, error, isPlaceholderData: stale } = useTracesWithWords(query)
  return useMemo(() => {
    if (query === null) return null
    const rows = data?.rows ?? NO_ROWS
    const byId = new Map(rows.map(({ trace }) => [`trace ${trace}`, trace]))
    const items = traceItems({ rows, stale }, query, focus).map((item) => {
      const trace = byId.get(item.id) ?? ''
      const reason = focus === null ? NO_FOCUS_TRACE : null
      return { ...item, reason, run: () => compareTraces(trace) }
    })
    const others = items.filter(({ id }) => id !== `trace ${focus}`)
    const itself = focus !== null && query === '' ? [ITSELF] : []
    const hidden = stale ? 0 : (data?.total ?? 0) - rows.length
    const more = hidden > 0 ? `${formatCount(hidden)} more traces; type on to find them.` : null
    return { items: [...itself, ...others], note: error === null ? more : errorText(error) }
  }, [query, focus, data, stale, error])
}

/** Failure classes with how many trajectories have them, and the last decisions; null while `query` is. */
export function useLabelItems(query: string | null): PaletteList | null {
  const counts = useClassCounts(query !== null).data
  const recent = useRecentLabels().data
  return useMemo(() => {
    if (query === null) return null
    const classes = FAILURE_CLASSES.map((name) => {
      const count = counts?.[name]
      return paletteItem({
        id: `class ${name}`,
        title: classWords(name),
        detail: count === undefined ? null : formatNoun(count, 'trajectory', 'trajectories'),
        reason: count === 0 ? 'No step has this label.' : null,
        run: () => {
          labelFilterAtom.set(`"${name}" in labels`)
          // An item of another trace than the one in focus is as welcome.
          openView('label', { trace: null, trajectory: null })
        },
      })
    })
    const decisions = (recent ?? []).flatMap((act) => {
      if (act.class === null) return []
      const { trajectory, step } = act
      return paletteItem({
        id: `act ${act.act}`,
        title: classWords(act.class),
        detail: `decision on step ${step} of …${trajectory.slice(-4)}`,
        run: () => openView('label', { trajectory, trajectoryStep: step }),
      })
    })
    return {
      items: [...rankItems(query, classes).items, ...rankItems(query, decisions).items],
      note: null,
    }
  }, [query, counts, recent])
}
