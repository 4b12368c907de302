import type { StepSide } from '../../../../shared/contract/stepping.ts'
import type { FailureClass } from '../../../../shared/corpus/failure-classes.ts'
import type { StepMark } from '../../../../shared/model/divergence.ts'
import { stateLine } from '../../../../shared/trace/source.ts'
import type { StateRef } from '../../../../shared/trajectory/types.ts'
import { isGiven } from './step-requests.ts'
import type { Desk } from './use-desk.ts'

/** A state of a way: the action that led there, and what is there. */
export interface WayRow {
  /** 0 is the start; state n is what step n - 1 leads to. */
  readonly state: number
  /** Null for the start. */
  readonly action: string | null
  readonly operand: string | null
  /** `line`, `inv_call`, `exit`…; empty where nothing is known of it. */
  readonly event: string
  readonly source: string
  /** What is told there is not of the recording. */
  readonly isPredicted: boolean
  readonly isEdited: boolean
  readonly mark: StepMark | null
  /** What a person labelled the step. */
  readonly label: FailureClass | null
}

function recordedEvent({ known: { ground }, real }: Desk, ref: StateRef): string {
  const node = real.traced.tree.model.nodes[ref.seq]
  if (node === undefined) return ''
  if (ground.direction === 'forward') return node.kind
  return ref.duplicate ? 'inv_line_call' : `inv_${node.kind}`
}

function recordedSource({ real: { traced } }: Desk, ref: StateRef): string {
  const node = traced.tree.model.nodes[ref.seq]
  return node === undefined ? '' : stateLine(traced.files.lines, node).trim()
}

type Place = Pick<WayRow, 'event' | 'source' | 'isPredicted'>

function toldPlace({ outcome }: Pick<StepSide, 'outcome'>): Place {
  if (outcome.kind === 'exit') return { event: 'exit', source: outcome.exit, isPredicted: true }
  const { event, src } = outcome.state
  return { event, source: src.trim(), isPredicted: true }
}

/** Where the model is given what it said itself, that is where it is. */
function givenPlace(desk: Desk, state: number): Place | null {
  const { branch, mode } = desk
  const edited = branch.edits.get(state)
  if (edited !== undefined) return toldPlace({ outcome: { kind: 'state', state: edited.state } })
  if (state === 0 || !isGiven(branch, mode, state)) return null
  const entry = desk.entryOf(state - 1)
  if (entry?.state !== 'done') return null
  const { predicted } = entry.prediction
  const unread = { event: '', source: '(could not be read)', isPredicted: true }
  return predicted === null ? unread : toldPlace(predicted)
}

function placeOf(desk: Desk, state: number): Place {
  const given = givenPlace(desk, state)
  if (given !== null) return given
  const ref = desk.real.refs[state]
  if (ref === null) return { event: 'exit', source: '', isPredicted: false }
  if (ref !== undefined) {
    const event = recordedEvent(desk, ref)
    return { event, source: recordedSource(desk, ref), isPredicted: false }
  }
  const entry = desk.entryOf(state - 1)
  const told = entry?.state === 'done' ? entry.prediction.predicted : null
  return told === null ? { event: '', source: '', isPredicted: true } : toldPlace(told)
}

function labelOf({ known: { trajectory }, branch }: Desk, state: number): FailureClass | null {
  if (trajectory === null || state > branch.shared) return null
  return trajectory.labels.find(({ step }) => step === state - 1)?.class ?? null
}

/** The row of a state; made when it comes on screen, since a way may have many. */
export function wayRow(desk: Desk, state: number): WayRow {
  const { branch, marks } = desk
  const action = branch.actions[state - 1]
  return {
    state,
    action: action?.name ?? null,
    operand: action?.operand?.trim() ?? null,
    ...placeOf(desk, state),
    isEdited: branch.edits.has(state),
    mark: state === 0 ? null : (marks[state - 1] ?? null),
    label: labelOf(desk, state),
  }
}
