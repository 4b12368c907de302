import type { Migration } from './migration.ts'

/** What was wrong with a prediction is told by the indexes that find it: its row, with all its text, is not read. */
export const errorsByState: Migration = {
  name: '0016-errors-by-state',
  sql: `
DROP INDEX prediction_by_trajectory;
CREATE INDEX prediction_by_trajectory ON prediction (trajectory_key, step, run_key, verdict, error);
DROP INDEX prediction_by_state;
CREATE INDEX prediction_by_state ON prediction (trace_key, target_seq, run_key, verdict, error);
`,
}
