import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { Locals, Value } from '../../../../shared/trace/event.ts'
import type { Alignment } from '../../../../shared/tree/align.ts'
import { answerTo, lastAnswer, type Moment } from '../../../../shared/tree/differences.ts'
import { useAtom } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { type Side, SideContext, usePlaceSides } from '../../state/place.ts'
import { KeysBehind } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useShareOf } from '../common/share-of.ts'
import { useTraceFiles } from '../common/use-trace-files.ts'
import { useTreeModel } from '../common/use-tree-model.ts'
import { CompareBar } from './compare-bar.tsx'
import { syncOf } from './compare-commands.ts'
import { SideLabel } from './side-label.ts'
import { type Alignable, useAlignment } from './use-alignment.ts'
import { useDifferenceSearch } from './use-difference-search.ts'
import { type Compared, useFollowing } from './use-following.ts'

/** What a side shows, as far as the other compares itself with it. */
export interface Seen {
  readonly locals: Locals
  readonly arg: Value | null
}

/** What a side of a comparison knows of the other. */
export interface SideOfTwo {
  readonly side: Side
  /** What the other run shows; null while it shows no state. */
  readonly other: Seen | null
  readonly onSeen: (seen: Seen | null) => void
}

const SIDE_NAMES: Readonly<Record<Side, string>> = { focus: 'left run', pin: 'right run' }

interface ComparisonProps {
  readonly focus: TraceDetail
  readonly pin: TraceDetail
  /** Draws one of the two traces. */
  readonly draw: (trace: TraceDetail, side: SideOfTwo) => ReactNode
}

function useAlignable(trace: TraceDetail): Alignable {
  const tree = useTreeModel(trace.trace)
  const files = useTraceFiles(trace)
  return { tree, files }
}

/** Seqs in focus on both sides; one past the last event is the exit. */
function useMoment(a: Alignable, b: Alignable): Moment {
  const { focus, pin } = usePlaceSides()
  const seqIn = ({ tree }: Alignable, step: number | null): number =>
    tree.complete ? Math.min(step ?? 0, tree.loaded) : (step ?? 0)
  return { a: seqIn(a, focus.step), b: seqIn(b, pin?.step ?? null) }
}

/** Why a side shows no answer to the step of the other, one sentence; null where it does, or need not. */
function unanswered(alignment: Alignment, side: Side, { a, b }: Moment): string | null {
  const { bOfA, aOfB } = alignment
  const [others, own, seq] = side === 'focus' ? [aOfB, bOfA, b] : [bOfA, aOfB, a]
  if (answerTo(others, seq, own.length) !== null) return null
  const stays = lastAnswer(others, seq, own.length) === (side === 'focus' ? a : b)
  const end = stays ? '; it stays at the last that does.' : '.'
  return `No step of this run answers to event ${formatCount(seq)} of the other${end}`
}

interface HalfProps {
  readonly side: Side
  readonly isBehind: boolean
  readonly program: string
  readonly note: string | null
  readonly children: ReactNode
}

/** One run of the two; keys that are pressed on nothing mean the one that had the keyboard last. */
function Half({ side, isBehind, program, note, children }: HalfProps) {
  return (
    <SideContext value={side}>
      <SideLabel value={SIDE_NAMES[side]}>
        <KeysBehind value={isBehind}>
          <section
            className={isBehind ? 'compared' : 'compared in-front'}
            data-side={side}
            aria-label={`The ${SIDE_NAMES[side]}: ${program}`}
          >
            {children}
            <output className="compared-note">{note}</output>
          </section>
        </KeysBehind>
      </SideLabel>
    </SideContext>
  )
}

/** Which of the two the keyboard was in last. */
function useFront() {
  const [front, setFront] = useState<Side>('focus')
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const side = target.closest<HTMLElement>('[data-side]')?.dataset.side
    if (side === 'focus' || side === 'pin') setFront(side)
  }, [])
  return [front, setFront, onFocus] as const
}

/** What each side shows, for the other to compare itself with. */
function useSeen() {
  const [seen, setSeen] = useState<Readonly<Record<Side, Seen | null>>>({ focus: null, pin: null })
  const onSeen = useMemo(() => {
    const of = (side: Side) => (one: Seen | null) =>
      setSeen((before) => (before[side] === one ? before : { ...before, [side]: one }))
    return { focus: of('focus'), pin: of('pin') }
  }, [])
  return [seen, onSeen] as const
}

/** Pixels of the activity bar, of which neither half is. */
const BAR = 56

/** Two runs beside each other, or two moments of one; positions may be synced by the steps that answer to each other. */
export function Comparison({ focus, pin, draw }: ComparisonProps) {
  const host: RefObject<HTMLDivElement | null> = useRef(null)
  const [front, setFront, onFocus] = useFront()
  const [seen, onSeen] = useSeen()
  const a = useAlignable(focus)
  const b = useAlignable(pin)
  const alignment = useAlignment(a, b)
  const isItself = focus.trace === pin.trace
  const isSynced = useAtom(syncOf(isItself))
  const models = useMemo(
    () => ({ focus: a.tree.model, pin: b.tree.model }),
    [a.tree.model, b.tree.model],
  )
  const compared = useMemo<Compared | null>(
    () => (alignment === null ? null : { alignment, models }),
    [alignment, models],
  )
  useFollowing(compared, isSynced)
  const at = useMoment(a, b)
  const traces = useMemo(() => ({ a: focus.trace, b: pin.trace }), [focus.trace, pin.trace])
  const search = useDifferenceSearch({ alignment, traces, at, side: front })
  const width = useSize('compare.left', useShareOf(0.5, 0, Number.POSITIVE_INFINITY) - BAR / 2)
  const halfOf = (side: Side, trace: TraceDetail) => (
    <Half
      side={side}
      isBehind={front !== side}
      program={trace.program}
      note={alignment === null || !isSynced ? null : unanswered(alignment, side, at)}
    >
      {draw(trace, {
        side,
        other: seen[side === 'focus' ? 'pin' : 'focus'],
        onSeen: onSeen[side],
      })}
    </Half>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the keyboard is
    <div className="comparison" ref={host} data-testid="comparison" onFocus={onFocus}>
      <CompareBar {...{ host, compared, isItself, at, seen, search, front }} onFront={setFront} />
      <div className="comparison-halves">
        <SplitPane label="Left run and right run" min={320} minRest={320} {...width}>
          {halfOf('focus', focus)}
          {halfOf('pin', pin)}
        </SplitPane>
      </div>
    </div>
  )
}
