CREATE VIEW label_in_force (trajectory_key, step, class) AS
SELECT latest.trajectory_key, latest.step, latest.class
FROM label_act AS latest
WHERE latest.undone_at IS NULL
  AND latest.class IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM label_act AS later
    WHERE later.trajectory_key = latest.trajectory_key
      AND later.step = latest.step
      AND later.act > latest.act
      AND later.undone_at IS NULL
  );

CREATE VIEW prediction_seen AS
SELECT p.*, r.id AS run, r.engine AS engine, r.suite AS suite
FROM prediction AS p CROSS JOIN run AS r
WHERE r.run_key = p.run_key AND r.state = 'done';

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

CREATE TABLE "binding" (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  frame INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  from_seq INTEGER NOT NULL,
  name_key INTEGER NOT NULL REFERENCES name,
  -- NULL: the name is gone; below zero a whole number, else a value's key.
  value_key INTEGER,
  PRIMARY KEY (trace_key, frame, slot, from_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE code (
  code_key INTEGER PRIMARY KEY,
  program_key INTEGER NOT NULL REFERENCES program,
  name TEXT NOT NULL,
  qualname TEXT NOT NULL,
  file TEXT NOT NULL,
  first_line INTEGER NOT NULL,
  UNIQUE (program_key, qualname, first_line, file, name)
) STRICT;

CREATE TABLE export (
  export_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  format TEXT NOT NULL,
  codec TEXT NOT NULL,
  directory TEXT NOT NULL,
  filter TEXT NOT NULL,
  rows INTEGER NOT NULL,
  files_json TEXT NOT NULL,
  created_at INTEGER NOT NULL
, job_key INTEGER REFERENCES job) STRICT;

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

CREATE TABLE label_act (
  act INTEGER PRIMARY KEY AUTOINCREMENT,
  trajectory_key INTEGER NOT NULL REFERENCES trajectory,
  step INTEGER NOT NULL,
  -- NULL: the act took the label off.
  class TEXT,
  at INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;

CREATE TABLE name (
  name_key INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE name_first (
  name_key INTEGER PRIMARY KEY,
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  frame INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  seq INTEGER NOT NULL
) STRICT;

CREATE VIRTUAL TABLE name_search USING fts5(
  words, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_'");

CREATE TABLE 'name_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'name_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'name_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE "node" (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  close_seq INTEGER NOT NULL,
  parent_seq INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  activation INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
  line INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  -- Below zero a whole number, else a value's key.
  arg_value_key INTEGER,
  -- JSON [slot, group, …] of the frame's variables that share an object, where that changed; NULL elsewhere.
  aliases TEXT,
  PRIMARY KEY (trace_key, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE options (
  options_key INTEGER PRIMARY KEY,
  json TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE output (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  -- The last event before the text was printed, -1 before the first.
  after_seq INTEGER NOT NULL,
  stream TEXT NOT NULL CHECK (stream IN ('stdout', 'stderr')),
  text TEXT NOT NULL,
  PRIMARY KEY (trace_key, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE policy (
  policy_key INTEGER PRIMARY KEY,
  -- Of its text, so that a document is kept once.
  sha256 TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;

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
  predicted_at INTEGER NOT NULL, value_type TEXT,
  UNIQUE (run_key, trajectory_key, step),
  FOREIGN KEY (trajectory_key, step) REFERENCES step (trajectory_key, position) ON DELETE CASCADE
) STRICT;

CREATE TABLE program (
  program_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  code_sha256 TEXT NOT NULL,
  origin TEXT,
  licence TEXT
) STRICT;

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
, view TEXT) STRICT;

CREATE TABLE run_trajectory (
  run_key INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- One made by hand may go, and then it is no longer in the set.
  trajectory_key INTEGER NOT NULL REFERENCES trajectory ON DELETE CASCADE,
  -- Actions it had when the run began; one made by hand may grow.
  steps INTEGER NOT NULL,
  PRIMARY KEY (run_key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE search_progress (
  pass TEXT PRIMARY KEY CHECK (pass IN ('value', 'name', 'source', 'binding', 'argument')),
  key INTEGER NOT NULL DEFAULT 1,
  frame INTEGER NOT NULL DEFAULT 0,
  slot INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  source_key INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE source_search USING fts5(
  words, content='', detail=none, tokenize="ascii tokenchars '_'");

CREATE TABLE 'source_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'source_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'source_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'source_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

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
, job_key INTEGER REFERENCES job, options_key INTEGER REFERENCES options, backend TEXT NOT NULL DEFAULT 'settrace', imported TEXT, determinism TEXT, thread INTEGER NOT NULL DEFAULT 0, main_trace TEXT, project_sha256 TEXT, turns TEXT, value_size INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE trace_file (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  position INTEGER NOT NULL,
  path TEXT NOT NULL,
  source_key INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (trace_key, position),
  UNIQUE (trace_key, path)
) STRICT, WITHOUT ROWID;

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
, staged_job_key INTEGER REFERENCES job, policy_key INTEGER REFERENCES policy, course BLOB, repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1)), gold INTEGER NOT NULL DEFAULT 0 CHECK (gold IN (0, 1)), branch_of TEXT, branch_step INTEGER) STRICT;

CREATE TABLE value (
  value_key INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL,
  size INTEGER NOT NULL,
  type TEXT NOT NULL
, digest TEXT) STRICT;

CREATE TABLE value_first (
  value_key INTEGER PRIMARY KEY,
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  -- The binding's; NULL: it is the argument of the event.
  frame INTEGER,
  slot INTEGER,
  seq INTEGER NOT NULL
) STRICT;

CREATE VIRTUAL TABLE value_search USING fts5(
  words, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_'");

CREATE TABLE 'value_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'value_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'value_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE variable_extent (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  name_key INTEGER NOT NULL REFERENCES name,
  -- Least and greatest of its values that are numbers to a query; NULL where none is.
  least REAL,
  most REAL,
  -- Size of its longest value.
  size INTEGER NOT NULL,
  PRIMARY KEY (trace_key, name_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX job_unfinished ON job (state) WHERE state IN ('queued', 'running');

CREATE INDEX label_act_by_step ON label_act (trajectory_key, step, act);

CREATE INDEX label_act_standing ON label_act (act) WHERE undone_at IS NULL;

CREATE INDEX node_aliases ON node (trace_key, activation, seq) WHERE aliases IS NOT NULL;

CREATE INDEX node_exceptions ON node
  (trace_key, seq, close_seq, parent_seq, depth, activation, line, flags, arg_value_key) WHERE kind = 3;

CREATE UNIQUE INDEX prediction_at_state ON prediction
  (run_key, trace_key, from_seq, from_duplicate, action, ifnull(operand, ''))
  WHERE trajectory_key IS NULL;

CREATE INDEX prediction_by_run ON prediction
  (run_key, trajectory_key, step, verdict, action, direction, depth, horizon, error, value_type);

CREATE INDEX prediction_by_state ON prediction (trace_key, target_seq, run_key, verdict, error);

CREATE INDEX prediction_by_trajectory ON prediction (trajectory_key, step, run_key, verdict, error);

CREATE INDEX run_trajectory_by_trajectory ON run_trajectory (trajectory_key);

CREATE INDEX step_prediction_by_run ON step_prediction (run_key);

CREATE INDEX step_prediction_by_trace ON step_prediction (trace_key);

CREATE INDEX trace_by_program ON trace (program_key);

CREATE INDEX trace_file_by_source ON trace_file (source_key);

CREATE INDEX trace_lanes ON trace (main_trace) WHERE main_trace IS NOT NULL;

CREATE INDEX trace_recording ON trace (job_key) WHERE state = 'recording';

CREATE INDEX trajectory_by_course ON trajectory (trace_key, course) WHERE course IS NOT NULL;

CREATE UNIQUE INDEX trajectory_by_id ON trajectory (id) WHERE staged_job_key IS NULL;

CREATE INDEX trajectory_by_trace ON trajectory (trace_key, staged_job_key);

CREATE INDEX trajectory_gold ON trajectory (trajectory_key) WHERE gold = 1;

CREATE UNIQUE INDEX trajectory_staged ON trajectory (staged_job_key, id)
  WHERE staged_job_key IS NOT NULL;
