import type { Migration } from './migration.ts'

/**
 * Exception events are few and often asked for. Their index holds their whole rows, but for the aliases: SQLite would
 * otherwise rather read every node of the trace than look each row up, and 40 bytes an exception are little.
 */
export const exceptions: Migration = {
  name: '0008-exceptions',
  sql: `
CREATE INDEX node_exceptions ON node
  (trace_key, seq, close_seq, parent_seq, depth, activation, line, flags, arg_value_key) WHERE kind = 3;
`,
}
