import type { Migration } from './migration.ts'

/**
 * An `int` of at most 15 digits stands in the key itself, which costs a byte or two rather than a row, a hash and an
 * entry of an index: below zero a key is −1 − 2n for n ≥ 0, and 2n for n < 0 (main/store/whole-numbers.ts). Such keys
 * refer to no row, so the columns that hold them are no foreign keys.
 */
const IS_WHOLE = `v.type = 'int' AND v.digest IS NULL AND length(v.text) <= 16 AND v.size = length(v.text)
  AND CAST(CAST(v.text AS INTEGER) AS TEXT) = v.text AND abs(CAST(v.text AS INTEGER)) < 1000000000000000`

const keyFrom = (column: string): string => `CASE WHEN ${IS_WHOLE}
    THEN CASE WHEN CAST(v.text AS INTEGER) >= 0 THEN -1 - 2 * CAST(v.text AS INTEGER)
      ELSE 2 * CAST(v.text AS INTEGER) END
    ELSE ${column} END`

export const wholeNumbers: Migration = {
  name: '0007-whole-numbers',
  sql: `
CREATE TABLE new_node (
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
INSERT INTO new_node
  SELECT n.trace_key, n.seq, n.close_seq, n.parent_seq, n.depth, n.activation, n.kind, n.line,
    n.flags, ${keyFrom('n.arg_value_key')}, n.aliases
  FROM node AS n LEFT JOIN value AS v ON v.value_key = n.arg_value_key
  ORDER BY n.trace_key, n.seq;
DROP TABLE node;
ALTER TABLE new_node RENAME TO node;
CREATE INDEX node_aliases ON node (trace_key, activation, seq) WHERE aliases IS NOT NULL;

CREATE TABLE new_binding (
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  frame INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  from_seq INTEGER NOT NULL,
  name_key INTEGER NOT NULL REFERENCES name,
  -- NULL: the name is gone; below zero a whole number, else a value's key.
  value_key INTEGER,
  PRIMARY KEY (trace_key, frame, slot, from_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_binding
  SELECT b.trace_key, b.frame, b.slot, b.from_seq, b.name_key, ${keyFrom('b.value_key')}
  FROM binding AS b LEFT JOIN value AS v ON v.value_key = b.value_key
  ORDER BY b.trace_key, b.frame, b.slot, b.from_seq;
DROP TABLE binding;
ALTER TABLE new_binding RENAME TO binding;

DELETE FROM value AS v WHERE ${IS_WHOLE}
  AND v.value_key NOT IN (SELECT result_value_key FROM trace WHERE result_value_key IS NOT NULL);
`,
}
