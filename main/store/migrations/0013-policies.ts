import type { Migration } from './migration.ts'

/** The documents trajectories were drawn by, exact duplicates among them, and those that a person made or chose. */
export const policies: Migration = {
  name: '0013-policies',
  sql: `
CREATE TABLE policy (
  policy_key INTEGER PRIMARY KEY,
  -- Of its text, so that a document is kept once.
  sha256 TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;
-- NULL: drawn before policies were documents, or made by hand.
ALTER TABLE trajectory ADD COLUMN policy_key INTEGER REFERENCES policy;
-- Digest of its start and steps; NULL: not known, or made by hand, where they change.
ALTER TABLE trajectory ADD COLUMN course BLOB;
-- Another of the trace had the same start and steps before.
ALTER TABLE trajectory ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1));
ALTER TABLE trajectory ADD COLUMN gold INTEGER NOT NULL DEFAULT 0 CHECK (gold IN (0, 1));
-- What it was branched off, and after how many steps; no reference, so that the one it came from can go.
ALTER TABLE trajectory ADD COLUMN branch_of TEXT;
ALTER TABLE trajectory ADD COLUMN branch_step INTEGER;
CREATE INDEX trajectory_by_course ON trajectory (trace_key, course) WHERE course IS NOT NULL;
CREATE INDEX trajectory_gold ON trajectory (trajectory_key) WHERE gold = 1;
`,
}
