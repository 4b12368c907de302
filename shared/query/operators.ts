import { inQuotes } from '../base/words.ts'
import type { Condition, Operation, Ordering, Scalar } from './expression.ts'
import { THING_INFO } from './fields.ts'
import {
  asScalar,
  fail,
  type Meaning,
  meaningWord,
  type Names,
  scalar,
  scalarOf,
  typeWord,
} from './meaning.ts'
import { suggest } from './suggest.ts'
import type { Syntax } from './syntax.ts'

type Binary = Syntax & { is: 'binary' }

function condition(of: Condition): Meaning {
  return { is: 'condition', condition: of }
}

function inverted(of: Condition, isInverted: boolean): Meaning {
  return condition(isInverted ? { kind: 'not', part: of } : of)
}

/** `==`, `in`, `<`, `+` and their like. */
export function checkBinary(names: Names, syntax: Binary): Meaning {
  const { operator } = syntax
  switch (operator) {
    case '==':
    case '!=':
    case 'is':
    case 'is not':
      return inverted(equality(names, syntax), operator === '!=' || operator === 'is not')
    case 'in':
    case 'not in':
      return inverted(membership(names, syntax), operator === 'not in')
    case '<':
    case '<=':
    case '>':
    case '>=':
      return condition(ordering(names, syntax, operator))
    default:
      return scalar(arithmetic(names, syntax, operator as Operation))
  }
}

function arithmetic(names: Names, { left, right }: Binary, operation: Operation): Scalar {
  return {
    kind: 'arithmetic',
    type: 'number',
    operation,
    left: asScalar(names.read(left), left, 'number'),
    right: asScalar(names.read(right), right, 'number'),
  }
}

function ordering(names: Names, { left, right }: Binary, operator: Ordering): Condition {
  return {
    kind: 'order',
    operator,
    left: asScalar(names.read(left), left, 'number'),
    right: asScalar(names.read(right), right, 'number'),
  }
}

function equality(names: Names, syntax: Binary): Condition {
  const { left, right, operator } = syntax
  const [one, other] = [names.read(left), names.read(right)]
  if (other.is === 'none') return absent(one, left)
  if (one.is === 'none') return absent(other, right)
  if (operator.startsWith('is') && !isBool(other)) {
    return fail(right, 'After is comes None, True or False; write == to compare')
  }
  return equalScalars(wanted(one, left), left, wanted(other, right), right)
}

function isBool(meaning: Meaning): boolean {
  return meaning.is === 'scalar' && meaning.scalar.type === 'bool'
}

function wanted(meaning: Meaning, place: Syntax): Scalar {
  return (
    scalarOf(meaning) ?? fail(place, `${meaningWord(meaning)} cannot be compared with anything`)
  )
}

function absent(meaning: Meaning, place: Syntax): Condition {
  if (meaning.is === 'row') return { kind: 'absent', part: meaning.row }
  if (meaning.is !== 'scalar') return fail(place, `${meaningWord(meaning)} is never None`)
  if (meaning.scalar.type === 'value') return { kind: 'python-none', part: meaning.scalar }
  return { kind: 'absent', part: meaning.scalar }
}

function equalScalars(one: Scalar, left: Syntax, other: Scalar, right: Syntax): Condition {
  if (one.type === 'value' || other.type === 'value') return equalValues(one, other, right)
  if (one.type !== other.type || one.type === 'texts') {
    return fail(right, `${typeWord(one.type)} cannot equal ${typeWord(other.type)}`)
  }
  checkWord(one, other, right)
  checkWord(other, one, left)
  return { kind: 'equal', left: one, right: other }
}

function equalValues(one: Scalar, other: Scalar, place: Syntax): Condition {
  const type = one.type === 'value' ? other.type : one.type
  if (type === 'value' || type === 'texts') {
    return fail(
      place,
      'A recorded value is compared with a number, a text, True, False or None; compare the texts with .text',
    )
  }
  const as = (part: Scalar): Scalar => (part.type === 'value' ? { kind: 'as', type, part } : part)
  return { kind: 'equal', left: as(one), right: as(other) }
}

/** Where a field can only be certain words, another one is a mistake and no row's. */
function checkWord(field: Scalar, literal: Scalar, place: Syntax): void {
  if (field.kind !== 'field' || literal.kind !== 'literal') return
  const words = THING_INFO[field.row.thing].fields[field.field]?.words
  const { value } = literal
  if (words === undefined || typeof value !== 'string' || words.includes(value)) return
  const nearest = suggest(value, words)
  const hint = nearest === null ? `it can be ${words.join(', ')}` : `did you mean "${nearest}"?`
  fail(place, `${field.field} is never ${inQuotes(value)}; ${hint}`)
}

function membership(names: Names, { left, right }: Binary): Condition {
  const list = names.read(right)
  const one = names.read(left)
  if (list.is === 'list') {
    const parts = list.items.map((item): Condition => {
      const meaning = names.read(item)
      if (meaning.is === 'none') return absent(one, left)
      return equalScalars(wanted(one, left), left, wanted(meaning, item), item)
    })
    return { kind: 'any', parts }
  }
  if (list.is === 'rows') return amongRows(names, list, one, left)
  const found = scalarOf(list)
  if (found?.type === 'texts') {
    return { kind: 'member', item: asScalar(one, left, 'text'), list: found }
  }
  if (found?.type === 'text') {
    return { kind: 'text', where: 'inside', part: found, text: asScalar(one, left, 'text') }
  }
  if (found?.type === 'value') {
    return fail(right, 'What a recorded value holds is looked for in its text; write … in v.text')
  }
  return fail(right, `Nothing is in ${meaningWord(list)}`)
}

/** `"x" in changes`: some of the rows has the name. */
function amongRows(
  names: Names,
  list: Meaning & { is: 'rows' },
  one: Meaning,
  place: Syntax,
): Condition {
  const { key } = THING_INFO[list.thing]
  if (key === null) {
    return fail(
      place,
      `A ${list.thing} has no name to look for; write any(… for one in ${list.relation})`,
    )
  }
  const row = names.freshRow()
  const field: Scalar = {
    kind: 'field',
    type: 'text',
    row: { kind: 'row', thing: list.thing, row },
    field: key,
  }
  const item = asScalar(one, place, 'text')
  checkWord(field, item, place)
  const rows = { row, thing: list.thing, of: list.of, relation: list.relation }
  return { kind: 'some', rows, condition: { kind: 'equal', left: field, right: item } }
}
