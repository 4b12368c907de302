import type { StepSide } from '../../../../shared/contract/stepping.ts'
import type { StepMark } from '../../../../shared/model/divergence.ts'
import { stateLine } from '../../../../shared/trace/source.ts'
import type { StateRef } from '../../../../shared/trajectory/types.ts'
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

function placeOf(desk: Desk, state: number): Place {
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
  }
}
