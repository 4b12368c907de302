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

/** Pairs of the part that is read first, and how many times as many each part has as the one before. */
const FIRST_PART = 256
const GROWTH = 4

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
  // A map keeps the last of several entries: here each frame's first seq.
  states.expect([...new Map(records.toReversed().map(({ frame, seq }) => [frame, seq]))])
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
  return state
    .changedAt(step.seq)
    .some(({ name_key: name, value_key: value }) => other.state.valueKeyOf(name) !== value)
}

/** Equal names and equal values have equal keys in a store, so no text is read. */
function differs(a: Step, b: Step): boolean {
  if (a.step.arg_value_key !== b.step.arg_value_key) return true
  return changesTo(a, b) || changesTo(b, a)
}

type Input = Reads['treeFindDifference']['input']

/** Pairs from an offset on. */
interface Part {
  readonly from: number
  readonly count: number
}

/** All pairs in growing parts, the nearest first: most differences are near, and what lies behind one is not read. */
function* nearestFirst({ count, direction }: Input): Iterable<Part> {
  let size = FIRST_PART
  for (let done = 0; done < count; ) {
    const part = Math.min(size, count - done)
    yield { from: direction === 'forward' ? done : count - done - part, count: part }
    done += part
    size *= GROWTH
  }
}

function differenceIn(db: ReadableDb, input: Input, { from, count }: Part): number | null {
  const { first, second, direction } = input
  const stepOf = stepsOf(db, { trace: first.trace, from: first.from + from }, count)
  const otherOf = stepsOf(db, { trace: second.trace, from: second.from + from }, count)
  let found: number | null = null
  for (let offset = 0; offset < count; offset++) {
    if (!differs(stepOf(offset), otherOf(offset))) continue
    found = from + offset
    if (direction === 'forward') break
  }
  return found
}

export function treeFindDifference(db: ReadableDb, input: Input): number | null {
  for (const part of nearestFirst(input)) {
    const found = differenceIn(db, input, part)
    if (found !== null) return found
  }
  return null
}
