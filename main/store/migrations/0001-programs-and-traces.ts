import type { Migration } from './migration.ts'

/**
 * Integer keys inside, text ids outside. `node.kind` is 0 call, 1 line, 2 return, 3 exception. A variable's value
 * holds from `binding.from_seq` until the slot's next binding, so that "value of x at seq" and "last write before
 * seq" are one seek each.
 */
export const programsAndTraces: Migration = {
  name: '0001-programs-and-traces',
  sql: `
CREATE TABLE program (
  program_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  code_sha256 TEXT NOT NULL,
  origin TEXT,
  licence TEXT
) STRICT;

-- Every rendered Python value once; hash = the first 16 bytes of SHA-256 over type, size and text.
CREATE TABLE value (
  value_key INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL,
  size INTEGER NOT NULL,
  type TEXT NOT NULL
) STRICT;

-- Names of variables.
CREATE TABLE name (
  name_key INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE trace (
  trace_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  program_key INTEGER NOT NULL REFERENCES program,
  -- 'recording' rows are seen by nobody but their writer.
  state TEXT NOT NULL CHECK (state IN ('recording', 'recorded')),
  entry TEXT,
  engine TEXT NOT NULL,
  sandbox TEXT NOT NULL,
  python_version TEXT NOT NULL,
  tracer_version TEXT NOT NULL,
  max_steps INTEGER NOT NULL,
  timeout_seconds REAL NOT NULL,
  recorded_at INTEGER NOT NULL,
  -- From here on set when the trace is finished.
  events INTEGER NOT NULL DEFAULT 0,
  depth INTEGER NOT NULL DEFAULT 0,
  exceptions INTEGER NOT NULL DEFAULT 0,
  exit TEXT NOT NULL DEFAULT 'never',
  stop_reason TEXT NOT NULL DEFAULT 'crashed',
  error TEXT,
  error_line INTEGER,
  result_value_key INTEGER REFERENCES value,
  -- Distinct names of the functions entered, in the order of their first call, one a line.
  functions TEXT NOT NULL DEFAULT '',
  wall_ms REAL NOT NULL DEFAULT 0,
  stdout_bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX trace_by_program ON trace (program_key);

CREATE TABLE code (
  code_key INTEGER PRIMARY KEY,
  program_key INTEGER NOT NULL REFERENCES program,
  name TEXT NOT NULL,
  qualname TEXT NOT NULL,
  file TEXT NOT NULL,
  first_line INTEGER NOT NULL,
  UNIQUE (program_key, qualname, first_line, file, name)
) STRICT;

CREATE TABLE activation (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  activation INTEGER NOT NULL,
  -- Activations of one generator share their frame.
  frame INTEGER NOT NULL,
  -- No foreign key: it would make removing a program scan this table; a program outlives its traces.
  code_key INTEGER NOT NULL,
  thread INTEGER NOT NULL,
  open_seq INTEGER NOT NULL,
  close_seq INTEGER NOT NULL,
  PRIMARY KEY (trace_key, activation)
) STRICT, WITHOUT ROWID;

-- The state tree as intervals: a subtree is the range seq … close_seq.
CREATE TABLE node (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  close_seq INTEGER NOT NULL,
  parent_seq INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  activation INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
  line INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  arg_value_key INTEGER REFERENCES value,
  PRIMARY KEY (trace_key, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE binding (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  frame INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  from_seq INTEGER NOT NULL,
  name_key INTEGER NOT NULL REFERENCES name,
  -- NULL: the name is gone.
  value_key INTEGER REFERENCES value,
  PRIMARY KEY (trace_key, frame, slot, from_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE output (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  -- The last event before the text was printed, -1 before the first.
  after_seq INTEGER NOT NULL,
  stream TEXT NOT NULL CHECK (stream IN ('stdout', 'stderr')),
  text TEXT NOT NULL,
  PRIMARY KEY (trace_key, ordinal)
) STRICT, WITHOUT ROWID;
`,
}
