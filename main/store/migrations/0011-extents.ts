import type { Migration } from './migration.ts'

/**
 * The extents of what is stored already, from its bindings: a slot has one name, so they are gathered slot by slot,
 * which is the order they are kept in. A whole number stands in its key (main/store/whole-numbers.ts); whether
 * another value is a number its text tells.
 */
export const EXTENTS_OF_BINDINGS = `
INSERT INTO variable_extent (trace_key, name_key, least, most, size)
  SELECT trace_key, name_key, min(least), max(most), max(size) FROM (
  SELECT trace_key, name_key, min(number) AS least, max(number) AS most, max(size) AS size FROM (
    SELECT b.trace_key, b.frame, b.slot, b.name_key,
      CASE WHEN b.value_key >= 0 THEN value_number(v.text, v.size, v.type, v.digest)
        WHEN b.value_key % 2 = 0 THEN b.value_key / 2 ELSE (-1 - b.value_key) / 2 END AS number,
      CASE WHEN b.value_key >= 0 THEN v.size
        WHEN b.value_key % 2 = 0 THEN length(b.value_key / 2) ELSE length((-1 - b.value_key) / 2) END AS size
    FROM binding AS b LEFT JOIN value AS v ON v.value_key = b.value_key
    WHERE b.value_key IS NOT NULL)
  GROUP BY trace_key, frame, slot)
  GROUP BY trace_key, name_key;
UPDATE trace SET value_size = (SELECT coalesce(max(e.size), 0) FROM variable_extent AS e
  WHERE e.trace_key = trace.trace_key);`

/**
 * How far the values of each variable reach in a finished trace, so that a query for a rare value passes over the
 * traces that cannot have it without reading their events.
 */
export const extents: Migration = {
  name: '0011-extents',
  sql: `
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
-- Size of the longest value of any variable.
ALTER TABLE trace ADD COLUMN value_size INTEGER NOT NULL DEFAULT 0;
${EXTENTS_OF_BINDINGS}
`,
}
