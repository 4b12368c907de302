import { ERROR_CLASSES } from '../../shared/model/types.ts'
import type { FieldValue } from '../../shared/query/evaluate.ts'
import type { Thing } from '../../shared/query/fields.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every table, read as they are
export type Record = { readonly [column: string]: any }

/** Whether a prediction is one of a row's. */
export function isOf(one: Record, thing: Thing, owner: Record): boolean {
  switch (thing) {
    case 'trace':
      return one.trace_key === owner.trace_key
    case 'step':
      return one.trace_key === owner.trace_key && one.target_seq === owner.seq
    case 'trajectory':
      return one.trajectory_key === owner.trajectory_key
    case 'act':
      return one.trajectory_key === owner.trajectory_key && one.step === owner.position
    default:
      return false
  }
}

/** A field of a row that has predictions. */
export function ownerField(owner: Record, name: string, predictions: () => Record[]): FieldValue {
  switch (name) {
    case 'predicted':
      return predictions().length
    case 'accuracy': {
      const all = predictions()
      const right = all.filter((one) => one.verdict === 'match').length
      return all.length === 0 ? null : right / all.length
    }
    case 'worst_error': {
      const errors = predictions().map((one) => one.error)
      return ERROR_CLASSES.find((known) => errors.includes(known)) ?? null
    }
    default:
      return owner[name]
  }
}

export function predictionField(record: Record, name: string, runs: readonly Record[]): FieldValue {
  const run = runs.find((one) => one.run_key === record.run_key)
  const fields: { [name: string]: FieldValue } = {
    model: run?.engine,
    run: run?.id,
    suite: run?.suite,
    position: record.step,
    reasons: record.reasons === '' ? [] : record.reasons.split('\n'),
    predicted_line: record.line_number,
    ambiguous: record.line_ambiguous === 1,
    predicted: record.predicted_at,
  }
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : record[name]
}
