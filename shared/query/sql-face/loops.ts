import type { Syntax } from '../syntax.ts'
import { binary, call, fail, literal, loopOf, type Node, name, not } from './build.ts'
import type { SqlScopes } from './scope.ts'
import type { SqlNode, SqlSelect } from './tree.ts'

/** What a SELECT needs of the reading of its parts. */
interface Meaning {
  readonly scopes: SqlScopes
  readonly holds: (node: SqlNode) => Syntax
  readonly value: (node: SqlNode) => Syntax
}

/** What is asked of each row, of those that meet a condition. */
interface Asked {
  readonly body: Syntax
  readonly given: Syntax | null
}

const AGGREGATES: Readonly<Record<string, string>> = { max: 'max', min: 'min', total: 'sum' }

const OPPOSITES: Readonly<Record<string, string>> = { '!=': '==', 'is not': 'is', 'not in': 'in' }

/** What a condition that begins with not denies; null for others. */
function oppositeOf(syntax: Syntax): Syntax | null {
  if (syntax.is === 'unary') return syntax.operator === 'not' ? syntax.part : null
  const operator = syntax.is === 'binary' ? OPPOSITES[syntax.operator] : undefined
  return syntax.is === 'binary' && operator !== undefined ? { ...syntax, operator } : null
}

function conjuncts(node: SqlNode): SqlNode[] {
  if (node.is !== 'binary' || node.operator !== 'and') return [node]
  return [...conjuncts(node.left), ...conjuncts(node.right)]
}

/** Says in the query language what a SELECT inside an SQL condition says. */
export class SqlLoops {
  private readonly meaning: Meaning

  constructor(meaning: Meaning) {
    this.meaning = meaning
  }

  /** The rows of a SELECT as the query language goes over them: those of a condition, or those of which one is asked. */
  private loop<T>(select: SqlSelect, read: (loop: string, rows: Syntax) => T): T {
    const { syntax, thing } = this.meaning.scopes.rows(select.from)
    const alias = select.alias ?? select.from.at(-1)?.name ?? thing
    return this.meaning.scopes.within(thing, alias, (loop) => read(loop, syntax))
  }

  exists(select: SqlSelect): Syntax {
    return this.loop(select, (loop, rows) => {
      if (select.where === null) return call(name('any', select), [rows], select)
      const { body, given } = this.searching(select.where, loop) ?? {
        body: this.meaning.holds(select.where),
        given: null,
      }
      return call(name('any', select), [loopOf(body, loop, rows, given)], select)
    })
  }

  /** NOT EXISTS of rows that lack something says that all have it. */
  missing(select: SqlSelect): Syntax {
    return this.loop(select, (loop, rows) => {
      const { where } = select
      if (where === null) return not(call(name('any', select), [rows], select))
      const { body, given } = this.searching(where, loop) ??
        this.deniedSearch(where, loop) ?? { body: this.meaning.holds(where), given: null }
      const opposite = given === null ? oppositeOf(body) : null
      return opposite === null
        ? not(call(name('any', select), [loopOf(body, loop, rows, given)], select))
        : call(name('all', select), [loopOf(opposite, loop, rows, null)], select)
    })
  }

  aggregate(select: SqlSelect): Syntax {
    const { what, where } = select
    if (what === '*' || what.is !== 'call') {
      return fail(
        select,
        'A SELECT that stands for a number selects count(*), max(…), min(…) or total(…)',
      )
    }
    const [of, second] = what.given
    if (of === undefined || second !== undefined) fail(what, `${what.name}() takes one`)
    return this.loop(select, (loop, rows) => {
      const searched = where === null ? null : this.searching(where, loop)
      const given = where === null ? null : (searched?.given ?? null)
      if (what.name === 'count') {
        if (of !== '*') return fail(what, 'Rows are counted by count(*)')
        if (where === null) return call(name('len', select), [rows], select)
        const body = searched?.body ?? name(loop, select)
        const condition = searched === null ? this.meaning.holds(where) : given
        return call(name('count', select), [loopOf(body, loop, rows, condition)], select)
      }
      const word = Object.hasOwn(AGGREGATES, what.name) ? AGGREGATES[what.name] : undefined
      if (word === undefined) return unknownAggregate(what)
      if (of === undefined || of === '*')
        return fail(what, `${what.name}() takes a number of the rows`)
      const condition = where === null ? null : this.meaning.holds(where)
      return call(
        name(word, select),
        [loopOf(this.meaning.value(of), loop, rows, condition)],
        select,
      )
    })
  }

  /** That a search does not find a row of a SELECT; null where that is not all that is asked. */
  private deniedSearch(where: SqlNode, loop: string): Asked | null {
    if (where.is !== 'unary' || where.operator !== 'not') return null
    const searched = this.searching(where.of, loop)
    return searched?.given === null ? { body: not(searched.body), given: null } : null
  }

  /** A search of the rows of a SELECT, which stands alone in the query language, and what is asked beside it. */
  private searching(where: SqlNode, loop: string): Asked | null {
    const parts = conjuncts(where)
    const isOwn = (node: SqlNode): node is Node<'call'> => this.searchedText(node, loop) !== null
    const searches = parts.filter(isOwn)
    const [search] = searches
    if (search === undefined || searches.length > 1) return null
    const rest = parts.filter((part) => part !== search).map((part) => this.meaning.holds(part))
    const given =
      rest.length === 0 ? null : rest.reduce((left, right) => binary('and', left, right))
    return { body: literal(this.searchedText(search, loop) ?? '', search), given }
  }

  private searchedText(node: SqlNode, loop: string): string | null {
    if (node.is !== 'call' || node.name !== 'search') return null
    const [of, text] = node.given
    if (of === undefined || of === '*' || of.is !== 'path' || of.names.length !== 1) return null
    if (text === undefined || text === '*' || text.is !== 'literal') return null
    const { syntax } = this.meaning.scopes.find(of.names)
    const isRow = syntax.is === 'name' && syntax.name === loop
    return isRow && typeof text.value === 'string' ? text.value : null
  }
}

function unknownAggregate(node: Node<'call'>): never {
  const hint =
    node.name === 'sum'
      ? 'write total, which is 0 of no rows'
      : 'there are count, max, min and total'
  return fail(node, `There is no ${node.name} of rows here; ${hint}`)
}
