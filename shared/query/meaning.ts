import { type Condition, QueryProblemError, type RowExpression, type Scalar } from './expression.ts'
import { type FieldType, THING_INFO, type Thing } from './fields.ts'
import type { Syntax } from './syntax.ts'

/** What a part of a query stands for. */
export type Meaning =
  | { readonly is: 'scalar'; readonly scalar: Scalar }
  | { readonly is: 'row'; readonly row: RowExpression }
  | {
      readonly is: 'rows'
      readonly thing: Thing
      readonly of: RowExpression
      readonly relation: string
    }
  | { readonly is: 'condition'; readonly condition: Condition }
  | { readonly is: 'list'; readonly items: readonly Syntax[] }
  | { readonly is: 'none' }

/** What the parts of a query need to know of the whole. */
export interface Names {
  /** The queried row. */
  readonly self: RowExpression
  readonly read: (syntax: Syntax) => Meaning
  readonly condition: (syntax: Syntax) => Condition
  /** Reads with one more row in reach, under a name. */
  readonly within: <T>(name: string, thing: Thing, read: (row: number) => T) => T
  /** Number of a row that has no name. */
  readonly freshRow: () => number
}

export function fail(place: { position: number; end: number }, message: string): never {
  throw new QueryProblemError({
    position: place.position,
    end: place.end,
    message: `${message} (character ${place.position + 1}).`,
    replacement: null,
  })
}

export function scalar(of: Scalar): Meaning {
  return { is: 'scalar', scalar: of }
}

const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  number: 'a number',
  text: 'a text',
  bool: 'a yes or no',
  value: 'a recorded value',
  texts: 'a list of texts',
}

export function typeWord(type: FieldType): string {
  return TYPE_WORDS[type]
}

export function meaningWord(meaning: Meaning): string {
  switch (meaning.is) {
    case 'scalar':
      return typeWord(meaning.scalar.type)
    case 'row':
      return `a ${meaning.row.thing}`
    case 'rows':
      return `a list of ${meaning.thing} rows`
    case 'condition':
      return 'a condition'
    case 'list':
      return 'a list'
    case 'none':
      return 'None'
  }
}

/** A row where a value is wanted stands for its own name, id or value. */
export function scalarOf(meaning: Meaning): Scalar | null {
  if (meaning.is === 'scalar') return meaning.scalar
  if (meaning.is !== 'row') return null
  const { scalar: field, fields } = THING_INFO[meaning.row.thing]
  const type = field === null ? undefined : fields[field]?.type
  if (field === null || type === undefined) return null
  return { kind: 'field', type, row: meaning.row, field }
}

/** The scalar as `type`; a recorded value is looked at as what it is compared with. */
export function asScalar(
  meaning: Meaning,
  place: Syntax,
  type: 'number' | 'text' | 'bool',
): Scalar {
  const found = scalarOf(meaning)
  if (found?.type === type) return found
  if (found?.type === 'value') return { kind: 'as', type, part: found }
  return fail(place, `Expected ${typeWord(type)}, found ${meaningWord(meaning)}`)
}

export function asCondition(meaning: Meaning, place: Syntax, self: RowExpression): Condition {
  if (meaning.is === 'condition') return meaning.condition
  if (meaning.is === 'rows') {
    return fail(
      place,
      `These are ${meaning.thing} rows and no condition; write any(… for one in ${meaning.relation}), or len(${meaning.relation}) > 0`,
    )
  }
  if (meaning.is === 'row') {
    return fail(
      place,
      `This is a ${meaning.row.thing} and no condition; compare it, or write is not None`,
    )
  }
  if (meaning.is !== 'scalar') return fail(place, `${meaningWord(meaning)} is no condition`)
  const { scalar: found } = meaning
  if (found.kind === 'literal' && typeof found.value === 'string') {
    return { kind: 'search', row: self, text: found.value }
  }
  if (found.kind === 'literal' && typeof found.value === 'boolean') {
    return { kind: 'constant', value: found.value }
  }
  if (found.type === 'bool') return { kind: 'holds', part: found }
  return fail(place, `This is ${typeWord(found.type)} and no condition; compare it with something`)
}
