import { QueryProblemError } from './expression.ts'
import { readSyntax, type Syntax } from './syntax.ts'

/** The parts that a query joins by `and`. */
export function conjuncts(syntax: Syntax): Syntax[] {
  // In brackets it is one part, as it was written.
  if (syntax.is !== 'binary' || syntax.operator !== 'and' || syntax.bracketed) return [syntax]
  return [...conjuncts(syntax.left), ...conjuncts(syntax.right)]
}

/** The conditions that a query joins by `and`, as written; null where it does not parse. */
export function partsOf(text: string): readonly string[] | null {
  if (text.trim() === '') return []
  try {
    return conjuncts(readSyntax(text)).map(({ position, end }) => text.slice(position, end))
  } catch (error) {
    if (error instanceof QueryProblemError) return null
    throw error
  }
}

/** A part that keeps its meaning between `and`s. */
function asPart(text: string): string {
  try {
    const syntax = readSyntax(text)
    const isLoose = syntax.is === 'binary' && syntax.operator === 'or' && !syntax.bracketed
    return isLoose ? `(${text})` : text
  } catch (error) {
    if (error instanceof QueryProblemError) return text
    throw error
  }
}

/** The query that asks for all of the conditions. */
export function joinParts(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : parts.map(asPart).join(' and ')
}

/** The query with one more condition, unless it asks for that already. */
export function withPart(text: string, part: string): string {
  const parts = partsOf(text)
  if (parts === null) return part
  return parts.includes(part) ? text : joinParts([...parts, part])
}

/** Expressions parted by commas, as written; null where they do not parse. */
export function listOf(text: string): readonly string[] | null {
  const list = `[${text}]`
  try {
    const syntax = readSyntax(list)
    if (syntax.is !== 'list') return null
    return syntax.items.map(({ position, end }) => list.slice(position, end))
  } catch (error) {
    if (error instanceof QueryProblemError) return null
    throw error
  }
}

/** A text as a query writes it. */
export function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\0', '\\0')
  return `"${escaped}"`
}

/** A query without its last condition; one that cannot be read is taken for a single one. */
export function withoutLast(text: string): string {
  return joinParts((partsOf(text) ?? []).slice(0, -1))
}
