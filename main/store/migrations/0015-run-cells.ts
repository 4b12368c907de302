import type { Migration } from './migration.ts'

/**
 * What runs are read by: the type of the values that a prediction is about, the saved view that a set was, and indexes
 * that answer counts without the rows, whose texts are long.
 */
export const runCells: Migration = {
  name: '0015-run-cells',
  sql: `
-- NULL of predictions made before it was kept.
ALTER TABLE prediction ADD COLUMN value_type TEXT;
-- Name of the saved view that the query was read from.
ALTER TABLE run ADD COLUMN view TEXT;

CREATE INDEX prediction_by_run ON prediction
  (run_key, trajectory_key, step, verdict, action, direction, depth, horizon, error, value_type);
DROP INDEX prediction_by_trajectory;
CREATE INDEX prediction_by_trajectory ON prediction (trajectory_key, step, run_key, verdict);
DROP INDEX prediction_by_state;
CREATE INDEX prediction_by_state ON prediction (trace_key, target_seq, run_key, verdict);
`,
}
