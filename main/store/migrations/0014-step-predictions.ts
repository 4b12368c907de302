import type { Migration } from './migration.ts'

/**
 * Predictions of single actions from anywhere: after recorded, predicted or edited states, along no trajectory that is
 * kept. Engine, settings and seed are those of its run.
 */
export const stepPredictions: Migration = {
  name: '0014-step-predictions',
  sql: `
CREATE TABLE step_prediction (
  step_prediction_key INTEGER PRIMARY KEY,
  -- Of its run and its request: asked for again, it is found done.
  id TEXT NOT NULL UNIQUE,
  run_key INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  trace_key INTEGER NOT NULL REFERENCES trace,
  -- Everything that the answer depends on.
  request_json TEXT NOT NULL,
  -- As JSON: a model can write what no text column keeps.
  text_json TEXT NOT NULL,
  finish TEXT NOT NULL CHECK (finish IN ('stop', 'length', 'ended')),
  stop TEXT,
  tokens_json TEXT,
  -- NULL where nothing was recorded that it could be held against.
  verdict TEXT CHECK (verdict IN ('match', 'mismatch', 'unparseable')),
  error TEXT,
  ms REAL NOT NULL,
  predicted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX step_prediction_by_trace ON step_prediction (trace_key);
CREATE INDEX step_prediction_by_run ON step_prediction (run_key);
`,
}
