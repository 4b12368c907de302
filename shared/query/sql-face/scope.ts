import { quoted } from '../../base/words.ts'
import { QueryProblemError } from '../expression.ts'
import { type Level, THING_INFO, type Thing } from '../fields.ts'
import { suggest } from '../suggest.ts'
import { KEYWORDS, type Syntax } from '../syntax.ts'
import { hasName, LEVEL_TABLES, NAMED_ROWS } from './names.ts'
import { sqlProblem } from './tokens.ts'
import type { SqlName } from './tree.ts'

/** Rows that names can be of: those of the query, or of a SELECT around the name. */
interface Scope {
  readonly alias: string
  /** What the query language calls the row. */
  readonly loop: string | null
  readonly thing: Thing
}

/** What a path leads to. */
export interface Found {
  readonly syntax: Syntax
  /** The row it stands for, or null for a value. */
  readonly thing: Thing | null
  /** It is a recorded value, whose None is not that there is none. */
  readonly isValue: boolean
}

/** The name that is meant: as written, or in small letters as SQL does not mind them. */
function meant(thing: Thing, { name, isQuoted }: SqlName): string {
  return !isQuoted && !hasName(thing, name) && hasName(thing, name.toLowerCase())
    ? name.toLowerCase()
    : name
}

/** Names of an SQL text as the query language writes them. SQL looks for a name in the innermost rows first. */
export class SqlScopes {
  private readonly level: Level
  private readonly scopes: Scope[]

  constructor(level: Level) {
    this.level = level
    this.scopes = [{ alias: level, loop: null, thing: level }]
  }

  /** The queried rows under the name that the SELECT gives them. */
  nameQueried(alias: string): void {
    this.scopes[0] = { alias, loop: null, thing: this.level }
  }

  private rowOf({ loop }: Scope, { position, end }: { position: number; end: number }): Syntax {
    return { is: 'name', name: loop ?? this.level, position, end }
  }

  /** Row and names behind it that a path begins with. */
  private begin(names: readonly SqlName[]): { scope: Scope; rest: readonly SqlName[] } {
    const [first, ...rest] = names
    if (first === undefined) throw new Error('a path without names')
    const isTable = ({ alias, loop }: Scope): boolean =>
      alias === first.name || (loop === null && first.name === LEVEL_TABLES[this.level])
    const named = this.scopes.findLast(isTable)
    const holding = this.scopes.findLast(({ thing }) => hasName(thing, meant(thing, first)))
    // A column comes before a table of the same name only where nothing is asked of it.
    if (named !== undefined && (rest.length > 0 || holding === undefined)) {
      return { scope: named, rest }
    }
    const scope = holding ?? named ?? this.scopes.at(-1)
    if (scope === undefined) throw new Error('no rows')
    return { scope, rest: names }
  }

  find(names: readonly SqlName[]): Found {
    const { scope, rest } = this.begin(names)
    const place = names[0] as SqlName
    let found: Found = { syntax: this.rowOf(scope, place), thing: scope.thing, isValue: false }
    for (let at = 0; at < rest.length; at++) {
      const name = rest[at] as SqlName
      const next = rest[at + 1]
      if (found.thing === 'step' && meant('step', name) === NAMED_ROWS && next !== undefined) {
        found = this.variable(found.syntax, name, next, at === 0 && scope.loop === null)
        at++
      } else found = this.member(found, name, at === 0 && scope.loop === null)
    }
    return found
  }

  /** `vars.x`: the variable of that name. */
  private variable(of: Syntax, by: SqlName, name: SqlName, isOwn: boolean): Found {
    const { position } = by
    const { end } = name
    const callee: Syntax = isOwn
      ? { is: 'name', name: 'var', position, end: by.end }
      : { is: 'member', of, name: 'var', nameAt: position, position: of.position, end: by.end }
    const argument: Syntax = { is: 'literal', value: name.name, position: name.position, end }
    const syntax: Syntax = { is: 'call', callee, arguments: [argument], position: of.position, end }
    return { syntax, thing: 'variable', isValue: false }
  }

  private member({ syntax: of, thing }: Found, name: SqlName, isOwn: boolean): Found {
    const own = thing === null ? name.name : meant(thing, name)
    if (thing !== null && !hasName(thing, own)) this.refuse(thing, name)
    const { position, end } = name
    // A loop's name hides the queried row's own.
    const isHidden = this.scopes.some(({ loop }) => loop === own)
    const syntax: Syntax =
      isOwn && !isHidden
        ? { is: 'name', name: own, position, end }
        : { is: 'member', of, name: own, nameAt: position, position: of.position, end }
    if (thing === null) return { syntax, thing: null, isValue: false }
    const { fields, relations } = THING_INFO[thing]
    const field = Object.hasOwn(fields, own) ? fields[own] : undefined
    const to = Object.hasOwn(relations, own) ? relations[own]?.to : undefined
    return { syntax, thing: to ?? null, isValue: field?.type === 'value' }
  }

  private refuse(thing: Thing, name: SqlName): never {
    const { fields, relations } = THING_INFO[thing]
    const known = [...Object.keys(fields), ...Object.keys(relations)]
    const nearest = suggest(name.name, known)
    const hint = name.isQuoted
      ? 'texts stand in single quotes'
      : nearest === null
        ? `it can be ${known.join(', ')}`
        : `did you mean ${nearest}?`
    throw new QueryProblemError({
      position: name.position,
      end: name.end,
      message: `A ${thing} has no name ${quoted(name.name)} (character ${name.position + 1}); ${hint}${hint.endsWith('?') ? '' : '.'}`,
      replacement: nearest,
    })
  }

  /** The rows that a SELECT goes over. */
  rows(from: readonly SqlName[]): { syntax: Syntax; thing: Thing } {
    const { syntax, thing } = this.find(from)
    const [first] = from
    const isRelation = thing !== null && syntax.is !== 'call'
    if (!isRelation || first === undefined) {
      return sqlProblem(
        first?.position ?? 0,
        from.at(-1)?.end ?? 0,
        `SELECT goes over rows that others lead to, such as steps or s.vars (character ${(first?.position ?? 0) + 1}).`,
      )
    }
    return { syntax, thing }
  }

  /** Reads with the rows of a SELECT in reach; `read` is told what the query language calls them. */
  within<T>(thing: Thing, alias: SqlName | string, read: (loop: string) => T): T {
    const wanted = typeof alias === 'string' ? alias : alias.name
    const loop = this.loopName(typeof alias === 'string' ? thing.charAt(0) : wanted)
    this.scopes.push({ alias: wanted, loop, thing })
    const result = read(loop)
    this.scopes.pop()
    return result
  }

  private loopName(wanted: string): string {
    const isName = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(wanted)
    const base = isName && !KEYWORDS.includes(wanted) && wanted !== this.level ? wanted : 'r'
    const taken = (name: string): boolean => this.scopes.some(({ loop }) => loop === name)
    if (!taken(base)) return base
    let count = 2
    while (taken(`${base}${count}`)) count++
    return `${base}${count}`
  }
}
