import type { WritableDb } from '../database.ts'
import { runKeyOf } from '../readers/run-reader.ts'
import { traceKeyOf } from '../readers/trace-reader.ts'
import { sql } from '../sql.ts'
import type { KeptStep } from '../stepping-types.ts'

export function stepAdd(db: WritableDb, step: KeptStep): { added: number } {
  const { changes } = db.run(sql`INSERT OR IGNORE INTO step_prediction (id, run_key, trace_key,
      request_json, text_json, finish, stop, tokens_json, verdict, error, ms, predicted_at)
    VALUES (${step.id}, ${runKeyOf(db, step.run)}, ${traceKeyOf(db, step.trace)},
      ${step.requestJson}, ${step.textJson}, ${step.finish}, ${step.stop}, ${step.tokensJson},
      ${step.verdict}, ${step.error}, ${step.ms}, ${step.predictedAt})`)
  return { added: changes }
}
