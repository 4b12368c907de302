import { useMemo } from 'react'
import type { StepPrediction, StepSide } from '../../../../shared/contract/stepping.ts'
import type { StateView } from '../../../../shared/contract/trees.ts'
import type { StateText } from '../../../../shared/grammar/types.ts'
import { stateLine } from '../../../../shared/trace/source.ts'
import type { StateRef } from '../../../../shared/trajectory/types.ts'
import { useStateCache } from '../../api/state-cache.ts'
import { useAtom } from '../../state/atom.ts'
import { type ShownSide, shownSideAtom } from './predict-state.ts'
import type { Desk } from './use-desk.ts'

/** The three states that are held beside each other at the state in focus. */
export interface Sides {
  /** What came of the step in focus; null where it was not predicted, and at the start. */
  readonly prediction: StepPrediction | null
  readonly before: StepSide | null
  readonly real: StepSide | null
  readonly predicted: StepSide | null
  readonly isInverse: boolean
  readonly isOtherFrame: boolean
  /** The state in focus was changed by hand: it stands where a predicted one would. */
  readonly isEdited: boolean
  readonly shown: ShownSide
}

/** A recorded state as a side, for what no prediction brought along. */
function recordedSide(desk: Desk, ref: StateRef, state: StateView | undefined): StepSide | null {
  const { tree, files } = desk.real.traced
  const node = tree.model.nodes[ref.seq]
  if (node === undefined || state === undefined) return null
  const isInverse = desk.known.ground.direction === 'inverse'
  const event = isInverse
    ? ref.duplicate
      ? 'inv_line_call'
      : (`inv_${node.kind}` as const)
    : node.kind
  const src = stateLine(files.lines, node)
  const shows = node.kind === 'line' || node.kind === 'call'
  const text: StateText = {
    event,
    src,
    locals: shows ? { omitted: false, entries: [] } : null,
    arg: shows ? null : (state.arg?.text ?? 'None'),
  }
  const variables = state.locals.map(([name, value]) => ({ name, text: value.text, stale: false }))
  return {
    outcome: { kind: 'state', state: text },
    line: { number: node.line, isAmbiguous: false },
    known: { variables, hasUnknown: false },
  }
}

function refsAround({ real, at }: Desk): readonly (StateRef | null)[] {
  return [real.refs[at - 1] ?? null, real.refs[at] ?? null]
}

/** Whether the states on both sides of the step belong to different activations. */
function isOtherFrame(desk: Desk, before: StepSide | null, after: StepSide | null): boolean {
  const nodes = desk.real.traced.tree.model.nodes
  const [from, to] = refsAround(desk).map((ref) => (ref === null ? undefined : nodes[ref.seq]))
  if (from !== undefined && to !== undefined) return from.frame !== to.frame
  const events = [before, after].map((side) =>
    side?.outcome.kind === 'state' ? side.outcome.state.event.replace('inv_', '') : '',
  )
  const isForward = desk.known.ground.direction === 'forward'
  return isForward ? events[1] === 'call' || events[0] === 'return' : events[0] === 'call'
}

const NO_SEQS: readonly number[] = []

/** The state in focus on its three sides. What is recorded is there before anything was predicted. */
export function useSides(desk: Desk): Sides {
  const shown = useAtom(shownSideAtom)
  const { at, known, branch } = desk
  const [from, to] = refsAround(desk)
  const key = [from, to].flatMap((ref) => (ref == null ? [] : [ref.seq])).join()
  const seqs = useMemo(() => (key === '' ? NO_SEQS : key.split(',').map(Number)), [key])
  const states = useStateCache(known.ground.trace, seqs, NO_SEQS)
  return useMemo(() => {
    const edited = branch.edits.get(at)
    const entry = at === 0 || edited !== undefined ? null : desk.entryOf(at - 1)
    const prediction = entry?.state === 'done' ? entry.prediction : null
    const recorded = (ref: StateRef | null | undefined): StepSide | null =>
      ref == null ? null : recordedSide(desk, ref, states.stateOf(ref.seq))
    const exit: StepSide | null =
      to === null && desk.real.refs[at] === null && known.trajectory?.row.exit != null
        ? { outcome: { kind: 'exit', exit: known.trajectory.row.exit }, line: null, known: null }
        : null
    const changed = branch.edits.get(at - 1)
    const given = changed === undefined ? recorded(from) : editedSide(changed)
    const before = prediction?.before ?? given
    const real = prediction?.real ?? recorded(to) ?? exit
    const predicted = edited === undefined ? (prediction?.predicted ?? null) : editedSide(edited)
    return {
      ...{ prediction, before, real, predicted, shown },
      isEdited: edited !== undefined,
      isInverse: desk.known.ground.direction === 'inverse',
      isOtherFrame: isOtherFrame(desk, before, real ?? predicted),
    }
  }, [desk, at, known, branch, from, to, states, shown])
}

/** A state that was changed by hand, as what the model is given. */
function editedSide({
  state,
  line,
}: NonNullable<ReturnType<Desk['branch']['edits']['get']>>): StepSide {
  const entries = state.locals?.entries ?? []
  return {
    outcome: { kind: 'state', state },
    line: { number: line, isAmbiguous: false },
    known: {
      variables: entries.map(([name, text]) => ({ name, text, stale: false })),
      hasUnknown: state.locals?.omitted ?? true,
    },
  }
}
