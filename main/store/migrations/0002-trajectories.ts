import type { Migration } from './migration.ts'

/** Trajectories and their steps; `step.position` is the index in Trajectory.steps. */
export const trajectories: Migration = {
  name: '0002-trajectories',
  sql: `
CREATE TABLE trajectory (
  trajectory_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  trace_key INTEGER NOT NULL REFERENCES trace,
  policy TEXT NOT NULL,
  seed INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('forward', 'inverse')),
  scope_open INTEGER NOT NULL,
  scope_close INTEGER NOT NULL,
  start_seq INTEGER NOT NULL,
  start_duplicate INTEGER NOT NULL CHECK (start_duplicate IN (0, 1)),
  step_count INTEGER NOT NULL,
  -- NULL: cut by its length cap.
  exit TEXT,
  resampled INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX trajectory_by_id ON trajectory (id);
CREATE INDEX trajectory_by_trace ON trajectory (trace_key);

CREATE TABLE step (
  trajectory_key INTEGER NOT NULL REFERENCES trajectory ON DELETE CASCADE,
  position INTEGER NOT NULL,
  action TEXT NOT NULL,
  operand TEXT,
  -- NULL: the exit.
  target_seq INTEGER,
  duplicate INTEGER NOT NULL CHECK (duplicate IN (0, 1)),
  PRIMARY KEY (trajectory_key, position)
) STRICT, WITHOUT ROWID;
`,
}
