import type { Syntax } from '../syntax.ts'
import { sqlProblem } from './tokens.ts'
import type { SqlNode } from './tree.ts'

/** A node of one kind. */
export type Node<Is extends SqlNode['is']> = SqlNode & { readonly is: Is }
export interface Place {
  readonly position: number
  readonly end: number
}

export function fail(place: Place, message: string): never {
  return sqlProblem(place.position, place.end, `${message} (character ${place.position + 1}).`)
}

export function place({ position, end }: Place): Place {
  return { position, end }
}

export function literal(value: number | string | boolean | null, at: Place): Syntax {
  return { is: 'literal', value, ...place(at) }
}

export function name(word: string, at: Place): Syntax {
  return { is: 'name', name: word, ...place(at) }
}

export function call(callee: Syntax, given: readonly Syntax[], at: Place): Syntax {
  return { is: 'call', callee, arguments: given, ...place(at) }
}

export function binary(operator: string, left: Syntax, right: Syntax): Syntax {
  const [position, end] = [Math.min(left.position, right.position), Math.max(left.end, right.end)]
  return { is: 'binary', operator, left, right, position, end }
}

export function not(part: Syntax): Syntax {
  return { is: 'unary', operator: 'not', part, ...place(part) }
}

export function loopOf(of: Syntax, loop: string, rows: Syntax, condition: Syntax | null): Syntax {
  return { is: 'loop', of, name: loop, rows, condition, ...place(of) }
}
