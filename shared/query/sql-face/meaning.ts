import type { Level } from '../fields.ts'
import type { Syntax } from '../syntax.ts'
import { binary, call, fail, literal, type Node, name, not, place } from './build.ts'
import { SqlLoops } from './loops.ts'
import { glob, like, method } from './patterns.ts'
import { isRowFunction, rowFunction } from './row-functions.ts'
import { SqlScopes } from './scope.ts'
import type { SqlNode } from './tree.ts'

const INVERSE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }
const SIGNS = new Set(['+', '-', '*', '/'])
const VALUES = { length: 'len', lower: 'lower', abs: 'abs' } as const
const METHODS: Readonly<Record<string, string>> = {
  starts_with: 'startswith',
  ends_with: 'endswith',
}

/**
 * Says in the query language what an SQL condition says. SQL knows a third answer, NULL, which keeps no row and is not
 * turned into yes by NOT; so there are two readings of each condition: where it is true, and where it is false.
 */
export class SqlMeaning {
  readonly scopes: SqlScopes
  private readonly loops: SqlLoops

  constructor(level: Level) {
    this.scopes = new SqlScopes(level)
    this.loops = new SqlLoops(this)
  }

  /** Where the condition is true. */
  holds(node: SqlNode): Syntax {
    switch (node.is) {
      case 'binary':
        return this.binary(node)
      case 'unary':
        return node.operator === 'not' ? this.fails(node.of) : this.refused(node)
      case 'literal':
        return typeof node.value === 'boolean' ? literal(node.value, node) : this.refused(node)
      case 'path':
        return this.value(node)
      case 'in':
        return this.listed(node, 'in')
      case 'between': {
        const [low, of, high] = [this.value(node.low), this.value(node.of), this.value(node.high)]
        return binary('and', binary('<=', low, of), binary('<=', of, high))
      }
      case 'exists':
        return this.loops.exists(node.select)
      case 'call':
        return this.called(node)
      case 'select':
        return this.refused(node)
    }
  }

  /** Where the condition is false, which is neither where it is true nor where it is NULL. */
  private fails(node: SqlNode): Syntax {
    switch (node.is) {
      case 'binary':
        return this.binaryFails(node)
      case 'unary':
        return node.operator === 'not' ? this.holds(node.of) : this.refused(node)
      case 'literal':
        return typeof node.value === 'boolean' ? literal(!node.value, node) : this.refused(node)
      case 'path':
        return binary('==', this.value(node), literal(false, node))
      case 'in':
        return this.known(this.listed(node, 'not in'), [node.of])
      case 'between': {
        const [low, of, high] = [this.value(node.low), this.value(node.of), this.value(node.high)]
        return binary('or', binary('<', of, low), binary('>', of, high))
      }
      case 'exists':
        return this.loops.missing(node.select)
      case 'call':
        return node.name === 'search' ? not(this.called(node)) : this.unlike(node)
      case 'select':
        return this.refused(node)
    }
  }

  private refused(node: SqlNode): never {
    return fail(node, 'This is no condition; compare it with something')
  }

  private binary(node: Node<'binary'>): Syntax {
    const { operator, left, right } = node
    switch (operator) {
      case 'and':
      case 'or':
        return binary(operator, this.holds(left), this.holds(right))
      case '=':
        // Two columns that are both NULL are not equal, and both None are.
        return this.known(this.equal('==', node), [left], isLiteral(left) || isLiteral(right))
      case 'is':
        return this.is(node, false)
      case 'like':
        return like(this.value(left), right)
      case 'glob':
        return glob(this.value(left), right)
      case 'regexp':
        return method(this.value(left), 'matches', [this.value(right)], node)
      default:
        return this.ordered(node, operator)
    }
  }

  private binaryFails(node: Node<'binary'>): Syntax {
    const { operator, left, right } = node
    switch (operator) {
      case 'and':
        return binary('or', this.fails(left), this.fails(right))
      case 'or':
        return binary('and', this.fails(left), this.fails(right))
      case '=':
        return this.known(this.equal('!=', node), [left, right])
      case 'is':
        return this.is(node, true)
      case 'like':
      case 'glob':
      case 'regexp':
        return this.unlike(node)
      default:
        if (isInstr(node)) return this.unlike(node)
        return this.ordered(node, INVERSE[operator] ?? operator)
    }
  }

  private equal(operator: string, { left, right }: Node<'binary'>): Syntax {
    for (const side of [left, right]) {
      if (side.is === 'literal' && side.value === null) {
        fail(side, 'Nothing equals NULL; write IS NULL')
      }
    }
    return binary(operator, this.value(left), this.value(right))
  }

  private ordered(node: Node<'binary'>, operator: string): Syntax {
    const { left, right } = node
    if (isInstr(node)) {
      const [whole, part] = this.two(left as Node<'call'>)
      return binary('in', part, whole)
    }
    if (SIGNS.has(node.operator)) return this.refused(node)
    return binary(operator, this.value(left), this.value(right))
  }

  /** IS knows no NULL of its own. */
  private is({ left, right }: Node<'binary'>, isInverted: boolean): Syntax {
    if (right.is === 'literal' && right.value === null) {
      return binary(isInverted ? 'is not' : 'is', this.value(left), literal(null, right))
    }
    if (right.is === 'literal' && typeof right.value === 'boolean') {
      const asked = right.value ? this.holds(left) : this.fails(left)
      return isInverted ? not(asked) : asked
    }
    return binary(isInverted ? '!=' : '==', this.value(left), this.value(right))
  }

  private listed({ of, items, position, end }: Node<'in'>, operator: 'in' | 'not in'): Syntax {
    const values = items.map((item) =>
      item.is !== 'literal'
        ? fail(item, 'Only numbers and texts stand in a list of IN')
        : item.value === null
          ? fail(item, 'Nothing is IN a list by its NULL; write OR … IS NULL')
          : this.value(item),
    )
    return binary(operator, this.value(of), { is: 'list', items: values, position, end })
  }

  /** The condition's opposite where what it asks about is there. */
  private unlike(node: Node<'binary'> | Node<'call'>): Syntax {
    const asked =
      node.is === 'call'
        ? node.given
        : isInstr(node)
          ? (node.left as Node<'call'>).given
          : [node.left]
    return this.known(
      not(this.holds(node)),
      asked.filter((one) => one !== '*'),
    )
  }

  /** The condition, and that none of the values is NULL. */
  private known(condition: Syntax, of: readonly SqlNode[], isSure = false): Syntax {
    if (isSure) return condition
    return of.reduce((whole, node) => {
      const guard = this.guard(node)
      return guard === null ? whole : binary('and', whole, guard)
    }, condition)
  }

  private guard(node: SqlNode): Syntax | null {
    if (isLiteral(node)) return null
    const none = literal(null, node)
    if (node.is !== 'path') return binary('is not', this.value(node), none)
    const { syntax, isValue } = this.scopes.find(node.names)
    const { position, end } = node
    // None of Python's is a value too: what is not there has no type.
    const asked: Syntax = isValue
      ? { is: 'member', of: syntax, name: 'type', nameAt: end, position, end }
      : syntax
    return binary('is not', asked, none)
  }

  private two({ given, name: word, position, end }: Node<'call'>): [Syntax, Syntax] {
    const [one, other, third] = given
    if (
      one === undefined ||
      other === undefined ||
      third !== undefined ||
      one === '*' ||
      other === '*'
    ) {
      return fail({ position, end }, `${word}() takes two`)
    }
    return [this.value(one), this.value(other)]
  }

  private called(node: Node<'call'>): Syntax {
    const word = Object.hasOwn(METHODS, node.name) ? METHODS[node.name] : undefined
    if (word !== undefined) {
      const [of, text] = this.two(node)
      return method(of, word, [text], node)
    }
    if (node.name === 'has') {
      const [list, item] = this.two(node)
      return binary('in', item, list)
    }
    if (node.name === 'search') {
      const [text, second] = node.given
      if (second === undefined && text !== '*' && text?.is === 'literal') return this.value(text)
      return fail(node, "search('text') is asked of the rows of the query, or of a SELECT's alone")
    }
    if (node.name === 'instr') return fail(node, "instr() is read as instr(name, 'text') > 0")
    if (Object.hasOwn(VALUES, node.name)) return this.refused(node)
    return unknownFunction(node)
  }

  /** A number, a text or a recorded value. */
  value(node: SqlNode): Syntax {
    switch (node.is) {
      case 'literal':
        return literal(node.value, node)
      case 'path':
        return this.scopes.find(node.names).syntax
      case 'unary':
        if (node.operator === 'not') return fail(node, 'A condition is no value')
        return { is: 'unary', operator: '-', part: this.value(node.of), ...place(node) }
      case 'binary':
        if (!SIGNS.has(node.operator)) return fail(node, 'A condition is no value')
        return binary(node.operator, this.value(node.left), this.value(node.right))
      case 'call': {
        if (isRowFunction(node)) return rowFunction(this, node)
        const word = VALUES[node.name as keyof typeof VALUES]
        if (!Object.hasOwn(VALUES, node.name)) return unknownFunction(node)
        const [of, second] = node.given
        if (of === undefined || of === '*' || second !== undefined)
          fail(node, `${node.name}() takes one`)
        return call(name(word, node), [this.value(of as SqlNode)], node)
      }
      case 'select':
        return this.loops.aggregate(node.select)
      default:
        return fail(node, 'A condition is no value')
    }
  }
}

function isLiteral(node: SqlNode): boolean {
  return node.is === 'literal'
}

/** `instr(…) > 0`. */
function isInstr({ operator, left, right }: Node<'binary'>): boolean {
  const isFound = operator === '>' && right.is === 'literal' && right.value === 0
  return isFound && left.is === 'call' && left.name === 'instr'
}

function unknownFunction(node: Node<'call'>): never {
  return fail(
    node,
    `There is no function ${node.name} here; there are instr, starts_with, ends_with, has, search, length, lower, abs, flip and first_divergence`,
  )
}
