import type { Syntax } from '../syntax.ts'
import { binary, call, fail, literal, name, type Place } from './build.ts'
import type { SqlNode } from './tree.ts'

/** `%text%` alone: what LIKE finds otherwise, a query says with other words. */
export function like(of: Syntax, node: SqlNode): Syntax {
  const pattern = patternOf(node)
  const inside = pattern.replaceAll('%', '')
  if (inside.includes('_') || !/^%?[^%]*%?$/.test(pattern)) {
    fail(node, 'Of LIKE only %text%, text% and %text are read; write REGEXP for others')
  }
  const lowered = call(name('lower', of), [of], of)
  const ends = [pattern.startsWith('%'), pattern.endsWith('%')] as const
  return around(literal(inside.toLowerCase(), node), lowered, ends)
}

/** `*text*` alone, and with the letters as they are. */
export function glob(of: Syntax, node: SqlNode): Syntax {
  const pattern = patternOf(node)
  const inside = pattern.replaceAll('*', '')
  if (/[?[\]]/.test(inside) || !/^\*?[^*]*\*?$/.test(pattern)) {
    fail(node, 'Of GLOB only *text*, text* and *text are read; write REGEXP for others')
  }
  const ends = [pattern.startsWith('*'), pattern.endsWith('*')] as const
  return around(literal(inside, node), of, ends)
}

function patternOf(node: SqlNode): string {
  if (node.is === 'literal' && typeof node.value === 'string') return node.value
  return fail(node, 'A pattern is a text in single quotes')
}

/** The text with anything before it, behind it, or both. */
function around(text: Syntax, of: Syntax, [before, behind]: readonly [boolean, boolean]): Syntax {
  if (before && behind) return binary('in', text, of)
  if (before) return method(of, 'endswith', [text], text)
  if (behind) return method(of, 'startswith', [text], text)
  return binary('==', of, text)
}

/** `of.word(given)`. */
export function method(of: Syntax, word: string, given: readonly Syntax[], at: Place): Syntax {
  const { position, end } = of
  return call({ is: 'member', of, name: word, nameAt: end, position, end }, given, at)
}
