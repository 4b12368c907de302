import { err, ok, type Result } from '../base/result.ts'
import { FAILURE_CLASSES } from './failure-classes.ts'
import {
  COMPARISONS,
  CONTAINS_FIELDS,
  type ExitValue,
  type Filter,
  type FilterLevel,
  type FilterTerm,
  type FilterTest,
  fieldValues,
  foldText,
  NUMBER_FIELDS,
} from './filter.ts'
import { suggest } from './filter-suggest.ts'

/** Where a filter text stops making sense: zero-based position, and one plain sentence. */
export interface FilterProblem {
  readonly position: number
  readonly message: string
}

const FIELDS = [
  ...CONTAINS_FIELDS,
  ...NUMBER_FIELDS,
  'exit',
  'stop',
  'policy',
  'direction',
  'label',
  'labelled',
] as const
type Field = (typeof FIELDS)[number]

const MAX_TERMS = 100

/** One term as typed: `field` is null for a bare word or phrase. */
interface RawTerm {
  readonly negated: boolean
  readonly position: number
  readonly field: string | null
  readonly value: string
  readonly valuePosition: number
}

class ProblemError extends Error {
  readonly problem: FilterProblem
  constructor(position: number, message: string) {
    super(message)
    this.problem = { position, message }
  }
}

function fail(position: number, message: string): never {
  throw new ProblemError(position, message)
}

/** The quoted text that opens at `from`, with \" and \\ undone, and the position after it. */
function readQuoted(text: string, from: number): { value: string; end: number } {
  let value = ''
  for (let i = from + 1; i < text.length; i++) {
    const character = text[i]
    const next = text[i + 1]
    if (character === '"') return { value, end: i + 1 }
    if (character === '\\' && (next === '"' || next === '\\')) {
      value += next
      i++
    } else {
      value += character
    }
  }
  return fail(
    from,
    `The quote at character ${from + 1} of the filter is not closed; add " at its end.`,
  )
}

function readBare(text: string, from: number): { value: string; end: number } {
  let end = from
  while (end < text.length && !/\s/.test(text[end] ?? '')) end++
  return { value: text.slice(from, end), end }
}

function readValue(text: string, from: number): { value: string; end: number } {
  if (text[from] !== '"') return readBare(text, from)
  const quoted = readQuoted(text, from)
  if (quoted.end < text.length && !/\s/.test(text[quoted.end] ?? '')) {
    fail(
      quoted.end,
      `The filter goes on directly after a quote at character ${quoted.end + 1}; put a space there.`,
    )
  }
  return quoted
}

function readTerms(text: string): RawTerm[] {
  const terms: RawTerm[] = []
  let i = 0
  while (i < text.length) {
    if (/\s/.test(text[i] ?? '')) {
      i++
      continue
    }
    const position = i
    const negated = text[i] === '-' && i + 1 < text.length && !/\s/.test(text[i + 1] ?? '')
    if (negated) i++
    const field = text[i] === '"' ? null : (/^([^\s:"]+):/.exec(text.slice(i, i + 80))?.[1] ?? null)
    const valuePosition = field === null ? i : i + field.length + 1
    const { value, end } = readValue(text, valuePosition)
    terms.push({ negated, position, field, value, valuePosition })
    i = end
  }
  return terms
}

/** The end of a sentence about a word that is not one of the known ones. */
function hintFor(word: string, known: readonly string[]): string {
  const nearest = suggest(word, known)
  return nearest === null ? `it can be ${known.join(', ')}.` : `did you mean ${nearest}?`
}

function fieldOf(term: RawTerm, name: string): Field {
  const field = FIELDS.find((known) => known === foldText(name))
  if (field !== undefined) return field
  return fail(
    term.position,
    `The filter has no field "${name}" (character ${term.position + 1}); ${hintFor(name, FIELDS)} Put the term in quotes to search for it as text.`,
  )
}

function oneOf<Value extends string>(term: RawTerm, field: Field, known: readonly Value[]): Value {
  const value = known.find((candidate) => candidate === foldText(term.value))
  if (value !== undefined) return value
  return fail(
    term.valuePosition,
    `The filter's ${field}: cannot be "${term.value}" (character ${term.valuePosition + 1}); ${hintFor(term.value, known)}`,
  )
}

function numberTest(term: RawTerm, field: (typeof NUMBER_FIELDS)[number]): FilterTest {
  const comparison = COMPARISONS.find((sign) => term.value.startsWith(sign))
  const digits = term.value.slice(comparison?.length ?? 0)
  const value = Number(digits)
  if (!/^\d+$/.test(digits) || !Number.isSafeInteger(value)) {
    fail(
      term.valuePosition,
      `The filter's ${field}: needs a whole number such as ${field}:>100, not "${term.value}" (character ${term.valuePosition + 1}).`,
    )
  }
  return { kind: 'number', field, comparison: comparison ?? '=', value }
}

function testOf(term: RawTerm, level: FilterLevel): FilterTest {
  if (term.field === null) return { kind: 'text', text: foldText(term.value) }
  const field = fieldOf(term, term.field)
  if (term.value === '') {
    fail(
      term.valuePosition,
      `The filter's ${field}: has no value (character ${term.valuePosition + 1}); write one directly after the colon.`,
    )
  }
  switch (field) {
    case 'program':
    case 'trace':
    case 'function':
      return { kind: 'contains', field, text: foldText(term.value) }
    case 'events':
    case 'depth':
    case 'exceptions':
      return numberTest(term, field)
    case 'policy':
      return { kind: 'policy', value: term.value }
    case 'label':
      return { kind: 'label', value: oneOf(term, field, FAILURE_CLASSES) }
    case 'labelled':
      return { kind: 'labelled', value: oneOf(term, field, ['yes', 'no']) === 'yes' }
    case 'exit':
      return { kind: 'exit', value: wordOf<ExitValue>(term, field, level) }
    case 'stop':
      return { kind: 'stop', value: wordOf(term, field, level) }
    case 'direction':
      return { kind: 'direction', value: wordOf(term, field, level) }
  }
}

function wordOf<Value extends string>(term: RawTerm, field: Field, level: FilterLevel): Value {
  return oneOf(term, field, (fieldValues(field, level) ?? []) as readonly Value[])
}

/**
 * Reads a filter text: terms parted by white space, all of which must hold. A bare word or a "quoted phrase" is
 * searched for in the row's texts, or is the whole id of a trace or trajectory; `field:value` asks for a field,
 * numbers with >, >=, < or <=; a leading - negates.
 */
export function parseFilter(text: string, level: FilterLevel): Result<Filter, FilterProblem> {
  try {
    const position = text.search(/\p{Surrogate}/u)
    if (position >= 0) {
      fail(position, `The filter holds half of a surrogate pair at character ${position + 1}.`)
    }
    const raw = readTerms(text)
    if (raw.length > MAX_TERMS) {
      fail(
        raw[MAX_TERMS]?.position ?? 0,
        `The filter has ${raw.length} terms; ${MAX_TERMS} is the most.`,
      )
    }
    const terms = raw.map(
      (term): FilterTerm => ({ negated: term.negated, test: testOf(term, level) }),
    )
    return ok(terms)
  } catch (error) {
    if (error instanceof ProblemError) return err(error.problem)
    throw error
  }
}
