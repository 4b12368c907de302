import type { Migration } from './migration.ts'

/**
 * Runs of an engine over a set of trajectories, and the predictions of each. The unique keys make every row one of a
 * kind, so that a run that was ended at any moment goes on without losing or doubling one.
 */
export const predictions: Migration = {
  name: '0012-predictions',
  sql: `
CREATE TABLE run (
  run_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- 'unfinished' rows and their predictions are seen by no query.
  state TEXT NOT NULL CHECK (state IN ('unfinished', 'done')),
  -- 'single': predictions asked for one by one with the same settings.
  suite TEXT NOT NULL CHECK (suite IN ('next-state', 'horizon', 'single')),
  engine TEXT NOT NULL,
  engine_kind TEXT NOT NULL CHECK (engine_kind IN ('baseline', 'local', 'remote')),
  identity TEXT NOT NULL,
  -- What stands by every value that is no model's belief; NULL for a model.
  mark TEXT,
  codec TEXT NOT NULL,
  scorer TEXT NOT NULL,
  settings_json TEXT NOT NULL,
  seed INTEGER NOT NULL,
  query TEXT NOT NULL,
  -- Of the ids of its trajectories in order: equal for equal sets.
  set_sha256 TEXT NOT NULL,
  trajectories INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  -- Trajectories that are done, in their order; the next one may be half done.
  done INTEGER NOT NULL DEFAULT 0,
  -- The job that works on it, or did last.
  job_key INTEGER REFERENCES job,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE TABLE run_trajectory (
  run_key INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- One made by hand may go, and then it is no longer in the set.
  trajectory_key INTEGER NOT NULL REFERENCES trajectory ON DELETE CASCADE,
  -- Actions it had when the run began; one made by hand may grow.
  steps INTEGER NOT NULL,
  PRIMARY KEY (run_key, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_trajectory_by_trajectory ON run_trajectory (trajectory_key);

CREATE TABLE prediction (
  prediction_key INTEGER PRIMARY KEY,
  run_key INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  trace_key INTEGER NOT NULL REFERENCES trace,
  -- Of a trajectory the number of its action; NULL, both, of an action at any other state.
  trajectory_key INTEGER,
  step INTEGER,
  from_seq INTEGER NOT NULL,
  from_duplicate INTEGER NOT NULL CHECK (from_duplicate IN (0, 1)),
  direction TEXT NOT NULL CHECK (direction IN ('forward', 'inverse')),
  action TEXT NOT NULL,
  operand TEXT,
  -- The state that really follows; NULL at the exit.
  target_seq INTEGER,
  depth INTEGER,
  -- Steps since the last real state that was given, from 1.
  horizon INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  text TEXT NOT NULL,
  finish TEXT NOT NULL CHECK (finish IN ('stop', 'length', 'ended')),
  stop TEXT,
  tokens_json TEXT,
  -- The predicted state or exit, NULL where the text is none.
  outcome_json TEXT,
  verdict TEXT NOT NULL CHECK (verdict IN ('match', 'mismatch', 'unparseable')),
  error TEXT,
  path TEXT,
  event TEXT NOT NULL,
  line TEXT,
  locals TEXT,
  raw_locals TEXT,
  argument TEXT,
  -- One a line.
  reasons TEXT NOT NULL,
  differences_json TEXT NOT NULL,
  line_number INTEGER,
  line_ambiguous INTEGER NOT NULL CHECK (line_ambiguous IN (0, 1)),
  ms REAL NOT NULL,
  predicted_at INTEGER NOT NULL,
  UNIQUE (run_key, trajectory_key, step),
  FOREIGN KEY (trajectory_key, step) REFERENCES step (trajectory_key, position) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX prediction_at_state ON prediction
  (run_key, trace_key, from_seq, from_duplicate, action, ifnull(operand, ''))
  WHERE trajectory_key IS NULL;
CREATE INDEX prediction_by_trajectory ON prediction (trajectory_key, step);
CREATE INDEX prediction_by_state ON prediction (trace_key, target_seq);

-- Predictions that queries see. A run is looked up for its prediction, never the other way round.
CREATE VIEW prediction_seen AS
SELECT p.*, r.id AS run, r.engine AS engine, r.suite AS suite
FROM prediction AS p CROSS JOIN run AS r
WHERE r.run_key = p.run_key AND r.state = 'done';
`,
}
