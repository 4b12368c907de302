import type { Migration } from './migration.ts'

/**
 * Words of texts, so that they are found without reading every text. What is indexed are the words that
 * shared/query/search-words.ts makes of a text, parted by blanks, and not the text itself: the tokenizer has nothing left to
 * decide, and so a typed word, a found one and a marked one are the same in every script. Without the texts
 * (`content=''`) and the places of words in them (`detail=none`) an index is a fraction of what it indexes.
 */
export const search: Migration = {
  name: '0009-search',
  sql: `
-- Row: the value's key.
CREATE VIRTUAL TABLE value_search USING fts5(
  words, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_'");
-- Row: the name's key.
CREATE VIRTUAL TABLE name_search USING fts5(
  words, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_'");
-- Row: twice the program's key, or twice the source's key and one.
CREATE VIRTUAL TABLE source_search USING fts5(
  words, content='', detail=none, tokenize="ascii tokenchars '_'");

-- Where a value shows first in the first finished trace that has it; whole numbers, which have no row, are not searched.
-- No index by trace: those that are removed were never finished, and to see that nothing refers to one takes milliseconds.
CREATE TABLE value_first (
  value_key INTEGER PRIMARY KEY,
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  -- The binding's; NULL: it is the argument of the event.
  frame INTEGER,
  slot INTEGER,
  seq INTEGER NOT NULL
) STRICT;

CREATE TABLE name_first (
  name_key INTEGER PRIMARY KEY,
  trace_key INTEGER NOT NULL REFERENCES trace ON DELETE CASCADE,
  frame INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  seq INTEGER NOT NULL
) STRICT;

-- How far each pass has come: everything before this place, in the order of its table's key, is indexed.
CREATE TABLE search_progress (
  pass TEXT PRIMARY KEY CHECK (pass IN ('value', 'name', 'source', 'binding', 'argument')),
  key INTEGER NOT NULL DEFAULT 1,
  frame INTEGER NOT NULL DEFAULT 0,
  slot INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO search_progress (pass) VALUES ('value'), ('name'), ('source'), ('binding'), ('argument');
`,
}
