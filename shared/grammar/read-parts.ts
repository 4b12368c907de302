import type { Cursor } from './cursor.ts'
import { OMITTED } from './escape.ts'

const PAIR = /^"(?:[^"\\]|\\.)*": "(?:[^"\\]|\\.)*"(?:, )?/

/** Refuses the name at `at`; the pair may be taken away, and `..` may stand for a variable that is really called so. */
function refuseName(cursor: Cursor, at: number, expected: string): null {
  const ahead = cursor.ahead(at)
  const pair = PAIR.exec(ahead)?.[0].length ?? 0
  const edits = [
    ...(pair === 0 ? [] : [{ remove: pair, insert: '' }]),
    ...(ahead.startsWith('".."') ? [{ remove: 4, insert: '"..\\\\"' }] : []),
  ]
  return cursor.fail(expected, at, { edits })
}

/** One pair of an object after its first character; `names` holds those read before it. */
function readPair(cursor: Cursor, names: ReadonlySet<string>): [string, string] | null {
  const start = cursor.position()
  const name = cursor.readJsonString()
  if (name === null) return null
  if (name === OMITTED && names.size > 0) return refuseName(cursor, start, 'the name of a variable')
  if (names.has(name)) return refuseName(cursor, start, 'a name not yet listed')
  if (cursor.expect(': ') === null) return null
  const text = cursor.readJsonString()
  if (name === OMITTED && text !== null && text !== OMITTED) {
    return refuseName(cursor, start, 'the name of a variable')
  }
  return text === null ? null : [name, text]
}

/** An object of strings, as written; each name once, and `".."` only as the first pair `"..": ".."`. */
export function readPairs(cursor: Cursor): readonly (readonly [string, string])[] | null {
  if (cursor.expect('{') === null) return null
  if (cursor.take('}')) return []
  const pairs: [string, string][] = []
  const names = new Set<string>()
  while (true) {
    const pair = readPair(cursor, names)
    if (pair === null) return null
    pairs.push(pair)
    names.add(pair[0])
    const separator = cursor.expectOne([', ', '}'])
    if (separator === null) return null
    if (separator === '}') return pairs
  }
}

/** Nothing may follow the end token. */
export function requireEnd(cursor: Cursor): void {
  if (cursor.isAtEnd()) return
  const rest = { remove: cursor.left(), insert: '' }
  cursor.fail('the end of the text', cursor.position(), { edits: [rest] })
}
