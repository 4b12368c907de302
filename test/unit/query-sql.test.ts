import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../shared/query/check.ts'
import type { Level } from '../../shared/query/fields.ts'
import { readSql } from '../../shared/query/sql-face/read.ts'
import { writeSql } from '../../shared/query/sql-face/write.ts'

function shown(where: string, level: Level): string | null {
  const parsed = parseQuery(where, level)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return writeSql(parsed.value)
}

describe('a query as readable SQL', () => {
  it.each([
    ['trace', '', 'SELECT * FROM traces'],
    [
      'trace',
      'exit == "error" and events > 100',
      "SELECT * FROM traces\nWHERE exit = 'error'\n  AND events > 100",
    ],
    [
      'step',
      'event == "return" and value is None and var("x").size > 3 and not resumed',
      `SELECT * FROM steps\nWHERE event = 'return'\n  AND value IS NULL\n  AND vars.x.size > 3\n  AND resumed IS NOT TRUE`,
    ],
    [
      'trace',
      'any(s.depth > depth for s in steps) and "it\'s" in lower(error)',
      "SELECT * FROM traces\nWHERE EXISTS (SELECT 1 FROM steps AS s WHERE s.depth > trace.depth)\n  AND instr(lower(error), 'it''s') > 0",
    ],
    [
      'trajectory',
      'policy in ("a", "b") and exit != "never"',
      "SELECT * FROM trajectories\nWHERE policy IN ('a', 'b')\n  AND exit IS NOT 'never'",
    ],
    [
      'trajectory',
      'first_divergence("m") < 10 and flip("a", "b") == "lost"',
      "SELECT * FROM trajectories\nWHERE (SELECT min(p.position) FROM predictions AS p WHERE (p.model = 'm' OR p.run = 'm') AND p.verdict IS NOT 'match') < 10\n  AND flip('a', 'b') = 'lost'",
    ],
    [
      'trajectory',
      'any(a.flip("a", "b") != "won" for a in acts)',
      "SELECT * FROM trajectories\nWHERE EXISTS (SELECT 1 FROM acts AS a WHERE flip(a, 'a', 'b') IS NOT 'won')",
    ],
  ] as const)('of the level %s: %s', (level, where, sql) => {
    expect(shown(where, level)).toBe(sql)
    expect(readSql(sql, level, where)).toMatchObject({ ok: true, where })
  })

  it('is not there for a search among the other conditions of a loop', () => {
    expect(shown('any("x" for s in steps if s.line > 3)', 'trace')).not.toBeNull()
    expect(shown('all("x" for s in steps if s.line > 3)', 'trace')).toBeNull()
  })
})

describe('edited SQL', () => {
  it.each([
    ["exit <> 'normal'", 'exit != "normal" and exit is not None'],
    [
      "NOT (error_line > 3 OR error = 'x')",
      'error_line <= 3 and error != "x" and error is not None',
    ],
    ["entry LIKE '%Sort%'", '"sort" in lower(entry)'],
    ["error REGEXP '^Key'", 'error.matches("^Key")'],
    ['events BETWEEN 1 AND 9 -- few', '1 <= events and events <= 9'],
    ['select * from TRACES t where T.EVENTS > 3;'.replace('T.E', 't.E'), 'events > 3'],
    [
      'EXISTS (SELECT 1 FROM steps WHERE depth > trace.depth)',
      'any(s.depth > depth for s in steps)',
    ],
    ['(SELECT count(*) FROM steps) > 3', 'len(steps) > 3'],
    [
      'NOT EXISTS (SELECT 1 FROM steps AS s WHERE s.value IS NOT NULL)',
      'all(s.value is None for s in steps)',
    ],
  ])('is told in the query language: %s', (sql, where) => {
    expect(readSql(sql, 'trace')).toMatchObject({ ok: true, where })
  })

  it.each([
    ["exits = 'a'", /A trace has no name "exits" \(character 1\); did you mean exit\?/, 0],
    ['exit = "eror"', /texts stand in single quotes/, 7],
    [
      'SELECT * FROM trace',
      /^The rows are traces: write FROM traces \(character 15\); other rows are chosen above the table\.$/,
      14,
    ],
    ['SELECT * FROM steps', /write FROM traces \(character 15\)/, 14],
    ['', /^Write a condition, or SELECT \* FROM traces to keep every row\.$/, 0],
    ['\n -- nothing\n', /^Write a condition, or SELECT/, 0],
    ['SELECT name FROM traces', /Only SELECT \* is read/, 7],
    ['SELECT * FROM traces ORDER BY events', /ORDER is not read here/, 21],
    ['DELETE FROM traces', /FROM is not read here/, 7],
    ["events > 'a'", /Expected a number, found a text/, 9],
    ["upper(entry) = 'A'", /There is no function upper here/, 0],
    ['(SELECT sum(depth) FROM steps) > 3', /write total, which is 0 of no rows/, 8],
    ['events = NULL', /Nothing equals NULL; write IS NULL/, 9],
    ["entry LIKE 'a_b'", /write REGEXP for others/, 11],
    ["error REGEXP '('", /no regular expression of RE2: missing closing \)/, 13],
    ["exit = 'normal", /quote at character 8 is not closed/, 7],
    ["instr(error, 'x') > 1", /instr\(\) is read as|no value|no function/, 0],
    ['events +', /found the end/, 8],
  ])('is refused in words with the place: %s', (sql, message, position) => {
    const read = readSql(sql, 'trace')
    expect(read.ok ? read.where : read.error.message).toMatch(message)
    expect(read.ok ? null : read.error.position).toBe(position)
  })
})
