import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ReadableDb } from '../database.ts'
import type { Reads } from '../read-types.ts'
import { type FrameState, StateCursor } from './state-reader.ts'
import { traceKeyOf } from './trace-reader.ts'

/** Consecutive events with their frames. */
export const STEPS_SQL = `
SELECT n.seq, a.frame, n.arg_value_key
FROM node AS n JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
WHERE n.trace_key = @trace AND n.seq >= @from AND n.seq < @until
ORDER BY n.seq`

interface StepRecord {
  readonly seq: number
  readonly frame: number
  readonly arg_value_key: number | null
}

interface Step {
  readonly step: StepRecord
  readonly state: FrameState
}

/** The steps of one trace from an event on, each with the state it shows: to be asked for in order. */
function stepsOf(
  db: ReadableDb,
  { trace, from }: { readonly trace: string; readonly from: number },
  count: number,
): (offset: number) => Step {
  const key = traceKeyOf(db, trace)
  const range = { trace: key, from, until: from + count }
  const records = db.prepare(STEPS_SQL).all(range) as StepRecord[]
  const states = new StateCursor(db, key, from + count - 1)
  return (offset) => {
    const step = records[offset]
    if (step === undefined) {
      throw new ServiceError('not-found', `The trace ${trace} has no event ${from + offset}.`)
    }
    return { step, state: states.stateAt(step.frame, step.seq) }
  }
}

/** Whether a variable that a step changed holds something else at the other. */
function changesTo({ step, state }: Step, other: Step): boolean {
  return state.changedAt(step.seq).some(([name, value]) => other.state.valueKeyOf(name) !== value)
}

/** Equal names and equal values have equal keys in a store, so no text is read. */
function differs(a: Step, b: Step): boolean {
  if (a.step.arg_value_key !== b.step.arg_value_key) return true
  return changesTo(a, b) || changesTo(b, a)
}

export function treeFindDifference(
  db: ReadableDb,
  { first, second, count, direction }: Reads['treeFindDifference']['input'],
): number | null {
  const stepOf = stepsOf(db, first, count)
  const otherOf = stepsOf(db, second, count)
  let found: number | null = null
  for (let offset = 0; offset < count; offset++) {
    if (!differs(stepOf(offset), otherOf(offset))) continue
    if (direction === 'forward') return offset
    found = offset
  }
  return found
}
