import type { Migration } from './migration.ts'

/** Jobs, and what each has staged: a half-recorded trace and unpublished trajectories point at theirs. */
export const jobs: Migration = {
  name: '0004-jobs',
  sql: `
CREATE TABLE job (
  job_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled', 'interrupted')),
  title TEXT NOT NULL,
  input_json TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER,
  text TEXT NOT NULL,
  error TEXT,
  result_json TEXT,
  owner_pid INTEGER NOT NULL,
  owner_started_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX job_unfinished ON job (state) WHERE state IN ('queued', 'running');

-- The job that records the trace; kept afterwards as the trace's origin.
ALTER TABLE trace ADD COLUMN job_key INTEGER REFERENCES job;
CREATE INDEX trace_recording ON trace (job_key) WHERE state = 'recording';

-- The job whose publication makes the trajectory visible; NULL when it is visible.
ALTER TABLE trajectory ADD COLUMN staged_job_key INTEGER REFERENCES job;
DROP INDEX trajectory_by_id;
CREATE UNIQUE INDEX trajectory_by_id ON trajectory (id) WHERE staged_job_key IS NULL;
CREATE UNIQUE INDEX trajectory_staged ON trajectory (staged_job_key, id)
  WHERE staged_job_key IS NOT NULL;
DROP INDEX trajectory_by_trace;
CREATE INDEX trajectory_by_trace ON trajectory (trace_key, staged_job_key);

ALTER TABLE export ADD COLUMN job_key INTEGER REFERENCES job;
`,
}
