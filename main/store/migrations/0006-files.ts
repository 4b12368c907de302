import type { Migration } from './migration.ts'

/** Files of traces whose program has more than one. */
export const files: Migration = {
  name: '0006-files',
  sql: `
-- Every text once; named by its SHA-256 in hexadecimal.
CREATE TABLE source (
  source_key INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;

-- In the order in which the trace came to them; a program of one file has none. code.file is the path.
CREATE TABLE trace_file (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  position INTEGER NOT NULL,
  path TEXT NOT NULL,
  source_key INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (trace_key, position),
  UNIQUE (trace_key, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_file_by_source ON trace_file (source_key);

-- SHA-256 of all files that the program was recorded with, whether it came to them or not; NULL: it is its own only file.
ALTER TABLE trace ADD COLUMN project_sha256 TEXT;
`,
}
