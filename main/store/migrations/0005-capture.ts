import type { Migration } from './migration.ts'

/** How a trace was captured, digests of cut values, shared objects, and what the user has agreed to. */
export const capture: Migration = {
  name: '0005-capture',
  sql: `
-- Canonical JSON of RecordOptions, once for all traces made with the same.
CREATE TABLE options (
  options_key INTEGER PRIMARY KEY,
  json TEXT NOT NULL UNIQUE
) STRICT;
-- NULL in traces of before, and in imported ones.
ALTER TABLE trace ADD COLUMN options_key INTEGER REFERENCES options;
ALTER TABLE trace ADD COLUMN backend TEXT NOT NULL DEFAULT 'settrace';
-- The format it was read from; NULL when it was recorded here.
ALTER TABLE trace ADD COLUMN imported TEXT;
-- JSON of Determinism; NULL when it was recorded once.
ALTER TABLE trace ADD COLUMN determinism TEXT;

-- Threads but the main one have traces of their own: which one, and the id of the main thread's trace.
ALTER TABLE trace ADD COLUMN thread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trace ADD COLUMN main_trace TEXT;
CREATE INDEX trace_lanes ON trace (main_trace) WHERE main_trace IS NOT NULL;

-- First 8 bytes of the SHA-256 of the whole text, in hexadecimal digits; NULL where the whole text is kept.
ALTER TABLE value ADD COLUMN digest TEXT;

-- JSON [slot, group, …] of the frame's variables that share an object, where that changed; NULL elsewhere.
ALTER TABLE node ADD COLUMN aliases TEXT;
CREATE INDEX node_aliases ON node (trace_key, activation, seq) WHERE aliases IS NOT NULL;

-- Choices that belong to the workspace, as JSON.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
}
