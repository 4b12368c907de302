import type { Syntax } from '../syntax.ts'
import { call, fail, type Node, name } from './build.ts'
import type { SqlScopes } from './scope.ts'
import type { SqlNode } from './tree.ts'

const NAMES: ReadonlySet<string> = new Set(['flip', 'first_divergence'])

/** Whether a call asks something of a row by its predictions. */
export function isRowFunction(node: Node<'call'>): boolean {
  return NAMES.has(node.name)
}

interface Meaning {
  readonly scopes: SqlScopes
  readonly value: (node: SqlNode) => Syntax
}

/** `flip('a', 'b')` of the queried row, `flip(row, 'a', 'b')` of another. */
export function rowFunction(meaning: Meaning, node: Node<'call'>): Syntax {
  const [first, ...rest] = node.given
  const isOfRow = first !== undefined && first !== '*' && first.is === 'path'
  const texts = (isOfRow ? rest : node.given).map((one) =>
    one !== '*' && one.is === 'literal'
      ? meaning.value(one)
      : fail(node, `${node.name}() takes names of engines or ids of runs`),
  )
  if (!isOfRow) return call(name(node.name, node), texts, node)
  const { position, end } = node
  const of = meaning.scopes.find(first.names).syntax
  return call({ is: 'member', of, name: node.name, nameAt: position, position, end }, texts, node)
}
