import type { Migration } from './migration.ts'

/** Labels are a log of acts; what is in force is derived, so that undo loses nothing. */
export const labelsAndExports: Migration = {
  name: '0003-labels-and-exports',
  sql: `
CREATE TABLE label_act (
  act INTEGER PRIMARY KEY AUTOINCREMENT,
  trajectory_key INTEGER NOT NULL REFERENCES trajectory,
  step INTEGER NOT NULL,
  -- NULL: the act took the label off.
  class TEXT,
  at INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE INDEX label_act_by_step ON label_act (trajectory_key, step, act);
CREATE INDEX label_act_standing ON label_act (act) WHERE undone_at IS NULL;

-- The label in force on a step is its latest act that is not undone.
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
) STRICT;
`,
}
