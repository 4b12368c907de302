import { useMemo, useState } from 'react'
import type { StateView } from '../../../../shared/contract/trees.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import { type KnownStates, useSettled, useStateCache } from '../../api/state-cache.ts'
import type { RowNote } from '../../draw/outline-shapes.ts'
import { baselineOf, callStack, type TreeModel } from '../../draw/tree-model.ts'
import { noteOfNode, type VariableRow, variableRows } from '../../draw/variable-changes.ts'
import type { Debugger } from './use-debugger.ts'

/** Rows of the outline whose states are read for their notes, as long as states are this small on average. */
const NOTE_STATE_CHARS = 50_000
const SETTLE_MS = 60
const AHEAD = 6
/** Neighbours are read ahead unless states are so large that doing so would be noticed. */
const AHEAD_STATE_CHARS = 200_000

export interface ShownState {
  /** Frames at the state in focus, innermost first. */
  readonly stack: readonly StateNode[]
  /** The frame whose variables are shown: the node it stands at. */
  readonly node: StateNode | null
  readonly rows: readonly VariableRow[]
  readonly state: StateView | null
  /** The rows belong to an earlier focus; those of this one are on their way. */
  readonly stale: boolean
  readonly error: string | null
}

function neighboursOf(debug: Debugger, model: TreeModel): number[] {
  const { seq, moves } = debug
  const near = Object.values(moves).flatMap(({ target }) => (target === null ? [] : [target.seq]))
  for (let distance = 1; distance <= AHEAD; distance++) near.push(seq + distance, seq - distance)
  const known = near.filter((other) => other >= 0 && other < model.nodes.length)
  return [...known, ...known.map((other) => model.previousInFrame[other] ?? -1)].filter(
    (other) => other >= 0,
  )
}

function noteSeqs(model: TreeModel, window: readonly number[], known: number): number[] {
  if (known > NOTE_STATE_CHARS) return []
  return [...window, ...window.map((seq) => model.previousInFrame[seq] ?? -1)].filter(
    (seq) => seq >= 0,
  )
}

interface Comparison {
  readonly node: StateNode | null
  /** State to compare with; null compares with nothing. */
  readonly baseline: number | null
  /** The frame's first event: everything in it is new. */
  readonly entered: boolean
}

/** Which state is shown and which it is compared with; `baselineOf` has the rule. */
function compare(model: TreeModel, debug: Debugger, chosen: StateNode | null): Comparison {
  const { seq, cameFrom } = debug
  // A caller's frame stands still while its callee runs: nothing in it changed.
  if (chosen === null || chosen.seq !== seq) {
    return { node: chosen, baseline: null, entered: false }
  }
  const baseline = baselineOf(model, cameFrom, seq)
  return { node: chosen, baseline, entered: baseline === null }
}

const NO_ROWS: readonly VariableRow[] = []

interface Rows {
  readonly rows: readonly VariableRow[]
  readonly state: StateView
}

/** Made once for each pair of states: a state may hold thousands of variables, and its rows are compared by identity. */
function useRows(known: KnownStates, { node, baseline, entered }: Comparison): Rows | null {
  const state = known.stateOf(node?.seq ?? null)
  const before = known.stateOf(baseline)
  return useMemo(() => {
    if (state === undefined) return null
    const base = entered ? [] : (before?.locals ?? null)
    return { rows: variableRows(state.locals, base, state.aliases), state }
  }, [state, before, entered])
}

interface Wanted {
  readonly wanted: readonly number[]
  readonly ahead: readonly number[]
}

/** Around an event that was jumped to nothing is read ahead before the focus rests: while scrubbing it moves on. */
function useWanted(model: TreeModel, debug: Debugger, seqs: readonly (number | null)[]): Wanted {
  const key = seqs.filter((seq) => seq !== null && seq >= 0).join()
  const wanted = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key])
  const { seq, cameFrom } = debug
  const rested = useSettled(seq, SETTLE_MS)
  const isNear = cameFrom !== null && Math.abs(seq - cameFrom) <= AHEAD
  const reads = isNear || rested === seq
  const ahead = useMemo(() => (reads ? neighboursOf(debug, model) : []), [debug, model, reads])
  return { wanted, ahead }
}

/**
 * The variables at the focus, and notes for the rows on screen. What is read ahead makes the next step immediate;
 * until a state is there, the one before stays.
 */
export function useShownState(
  trace: string,
  model: TreeModel,
  debug: Debugger,
  options: { readonly frame: number | null; readonly window: readonly number[] },
) {
  const stack = useMemo(() => callStack(model, debug.seq), [model, debug])
  const chosen = stack.find((node) => node.frame === options.frame) ?? stack[0] ?? null
  const comparison = compare(model, debug, chosen)
  const { wanted, ahead } = useWanted(model, debug, [chosen?.seq ?? null, comparison.baseline])
  const [meanSize, setMeanSize] = useState(0)
  const settled = useSettled(options.window, SETTLE_MS)
  const further = useMemo(
    () => [...(meanSize > AHEAD_STATE_CHARS ? [] : ahead), ...noteSeqs(model, settled, meanSize)],
    [ahead, model, settled, meanSize],
  )
  const known = useStateCache(trace, wanted, further)
  if (known.meanSize !== meanSize) setMeanSize(known.meanSize)

  const current = useRows(known, comparison)
  const [last, setLast] = useState<Rows | null>(null)
  if (current !== null && current.state !== last?.state) setLast(current)
  const notes = useNotes(model, options.window, known)
  const { rows = NO_ROWS, state = null } = current ?? last ?? {}
  const stale = current === null && chosen !== null
  const { error } = known
  const shown = useMemo<ShownState>(
    () => ({ stack, node: chosen, rows, state, stale, error }),
    [stack, chosen, rows, state, stale, error],
  )
  return { shown, notes }
}

interface KeptNote {
  readonly before: StateView | null | undefined
  readonly note: RowNote | null
}

const keptNotes = new WeakMap<StateView, KeptNote>()

/** The note of a row, made once for each pair of states: a step changes few of those on screen. */
function keptNote(
  node: StateNode,
  state: StateView | undefined,
  before: StateView | null | undefined,
): RowNote | null {
  if (state === undefined) return null
  const kept = keptNotes.get(state)
  if (kept !== undefined && kept.before === before) return kept.note
  const note = noteOfNode(node, state, before)
  keptNotes.set(state, { before, note })
  return note
}

function useNotes(
  model: TreeModel,
  window: readonly number[],
  known: KnownStates,
): ReadonlyMap<number, RowNote> {
  return useMemo(() => {
    const notes = new Map<number, RowNote>()
    for (const seq of window) {
      const node = model.nodes[seq]
      const previous = model.previousInFrame[seq] ?? -1
      if (node === undefined) continue
      const before = previous < 0 ? null : known.stateOf(previous)
      const note = keptNote(node, known.stateOf(seq), before)
      if (note !== null) notes.set(seq, note)
    }
    return notes
  }, [model, window, known])
}
