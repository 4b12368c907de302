import { QueryProblemError } from './expression.ts'
import { type FieldInfo, type Level, THING_INFO, type Thing, VALUE_PARTS } from './fields.ts'
import { KEYWORDS } from './syntax.ts'
import { readTokens, type Token } from './tokens.ts'

/** What could stand at the cursor of a query. */
export interface Completion {
  readonly text: string
  /** For a person: what it is. */
  readonly about: string
}

export interface Completions {
  /** The part of the text that a chosen one takes the place of. */
  readonly from: number
  readonly to: number
  readonly items: readonly Completion[]
}

const FUNCTION_HELP: readonly Completion[] = [
  { text: 'any(', about: 'some row, as in any(s.event == "exception" for s in steps)' },
  { text: 'all(', about: 'every row' },
  { text: 'count(', about: 'how many rows' },
  { text: 'len(', about: 'length of a text, a list or rows' },
  { text: 'sum(', about: 'sum over rows' },
  { text: 'min(', about: 'smallest over rows' },
  { text: 'max(', about: 'largest over rows' },
  { text: 'lower(', about: 'a text in small letters' },
  { text: 'abs(', about: 'a number without its sign' },
]
const DIVERGENCE_HELP: Completion = {
  text: 'first_divergence(',
  about: 'where an engine goes wrong first: first_divergence("m") < 10',
}
const FLIP_HELP: Completion = {
  text: 'flip(',
  about: 'lost, won or same from one engine or run to another: flip("a", "b") == "lost"',
}
const VARIABLE_HELP: Completion = { text: 'var(', about: 'a variable by name: var("x") < 0' }
const WORD_HELP: readonly Completion[] = [
  { text: 'not', about: 'the condition does not hold' },
  { text: 'and', about: 'both hold' },
  { text: 'or', about: 'one of them holds' },
]

function namesOfThing(thing: Thing): Completion[] {
  const { fields, relations } = THING_INFO[thing]
  return [
    ...Object.entries(fields).map(([text, { about }]) => ({ text, about })),
    ...Object.entries(relations).map(([text, { about, many }]) => ({
      text,
      about: many ? `${about} (rows)` : about,
    })),
    ...(thing === 'step' ? [VARIABLE_HELP] : []),
    ...(thing === 'trajectory' || thing === 'trace' ? [DIVERGENCE_HELP] : []),
    ...(Object.hasOwn(relations, 'predictions') ? [FLIP_HELP] : []),
  ]
}

/** Which rows the names of a query reach: the queried ones, and those of its loops by name. */
interface Reach {
  readonly level: Level
  readonly loops: ReadonlyMap<string, Thing>
}

/** What the names written after dots lead to, from the token at `at` backwards. */
function pathBefore(tokens: readonly Token[], at: number): string[] {
  const path: string[] = []
  let index = at
  while (index >= 0) {
    const token = tokens[index]
    if (token?.kind !== 'name' || KEYWORDS.includes(token.text)) break
    path.unshift(token.text)
    if (tokens[index - 1]?.text !== '.') break
    index -= 2
  }
  return path
}

/** Kind of the rows that each `for name in path` of the text goes over; a later one hides an earlier one. */
function loopsOf(tokens: readonly Token[], level: Level): Map<string, Thing> {
  const loops = new Map<string, Thing>()
  // Twice: an outer loop is written after the inner one that uses it.
  for (let round = 0; round < 2; round++) {
    for (const [at, token] of tokens.entries()) {
      const name = tokens[at + 1]
      if (token.text !== 'for' || name?.kind !== 'name' || tokens[at + 2]?.text !== 'in') continue
      let last = at + 3
      while (tokens[last + 1]?.text === '.' && tokens[last + 2]?.kind === 'name') last += 2
      const thing = thingAt(pathBefore(tokens, last), { level, loops })
      if (thing !== null) loops.set(name.text, thing)
    }
  }
  return loops
}

function thingAt(path: readonly string[], { level, loops }: Reach): Thing | null {
  const [first, ...rest] = path
  if (first === undefined) return level
  const loop = loops.get(first)
  let thing: Thing | undefined =
    loop ?? (first === level ? level : THING_INFO[level].relations[first]?.to)
  for (const name of rest) thing = thing && THING_INFO[thing].relations[name]?.to
  return thing ?? null
}

function fieldAt(path: readonly string[], reach: Reach): FieldInfo | null {
  const thing = thingAt(path.slice(0, -1), reach)
  const name = path.at(-1)
  if (thing === null || name === undefined) return null
  const { fields, relations } = THING_INFO[thing]
  const rows = relations[name]
  if (rows?.many) {
    const { key: keyOf, fields: of } = THING_INFO[rows.to]
    return keyOf === null ? null : (of[keyOf] ?? null)
  }
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null
}

const FLIPS: readonly Completion[] = [
  { text: '"lost"', about: 'right by the first and wrong by the second' },
  { text: '"won"', about: 'wrong by the first and right by the second' },
  { text: '"same"', about: 'both right, or both wrong' },
]

/** Name of the function whose closing bracket is at `at`; null where there is none. */
function calledBefore(tokens: readonly Token[], at: number): string | null {
  let open = tokens[at]?.text === ')' ? at : -1
  while (open >= 0 && tokens[open]?.text !== '(') open--
  return open < 1 ? null : (tokens[open - 1]?.text ?? null)
}

/** The words that a field before `==` can be, in quotes. */
function wordsAfter(tokens: readonly Token[], before: number, reach: Reach): Completion[] {
  const operator = tokens[before]?.text ?? ''
  if (operator !== '==' && operator !== '!=') return []
  if (calledBefore(tokens, before - 1) === 'flip') return [...FLIPS]
  const field = fieldAt(pathBefore(tokens, before - 1), reach)
  if (field?.type === 'bool') return ['True', 'False'].map((text) => ({ text, about: '' }))
  return (field?.words ?? []).map((word) => ({ text: `"${word}"`, about: '' }))
}

function tokensOf(text: string): Token[] | null {
  try {
    return readTokens(text)
  } catch (error) {
    if (error instanceof QueryProblemError) return null
    throw error
  }
}

/** The tokens before the cursor; an open quote at its end is closed first. */
function tokensBefore(text: string): Token[] | null {
  return tokensOf(text) ?? tokensOf(`${text}"`) ?? tokensOf(`${text}'`)
}

function matching(items: readonly Completion[], typed: string): Completion[] {
  const folded = typed.replace(/^['"]/, '').toLowerCase()
  const at = ({ text }: Completion): number => text.replace(/^"/, '').toLowerCase().indexOf(folded)
  const found = items.filter((item) => at(item) >= 0 && item.text !== typed)
  return [...found.filter((item) => at(item) === 0), ...found.filter((item) => at(item) > 0)]
}

/** What could be written at the cursor: names of what is in reach there, words of a field, functions. */
export function completionsAt(text: string, cursor: number, level: Level): Completions {
  const before = tokensBefore(text.slice(0, cursor))
  const none: Completions = { from: cursor, to: cursor, items: [] }
  if (before === null) return none
  const loops = loopsOf(tokensBefore(text) ?? before, level)
  const tokens = before.slice(0, -1)
  const last = tokens.at(-1)
  const isTyping =
    last !== undefined && last.kind !== 'sign' && last.kind !== 'number' && last.end >= cursor
  if (last?.kind === 'number' && last.end >= cursor) return none
  const from = isTyping ? last.position : cursor
  const typed = text.slice(from, cursor)
  const at = isTyping ? tokens.length - 2 : tokens.length - 1
  const items = candidates(tokens, at, { level, loops }, last?.kind === 'text' && isTyping)
  return { from, to: cursor, items: matching(items, typed) }
}

function candidates(
  tokens: readonly Token[],
  at: number,
  reach: Reach,
  isText: boolean,
): readonly Completion[] {
  const words = wordsAfter(tokens, at, reach)
  if (isText || words.length > 0) return words
  const previous = tokens[at]
  if (previous?.text === '.') {
    return namesAfter(pathBefore(tokens, at - 1), reach)
  }
  if (previous?.text === 'in') return rowsInReach(reach)
  const isAfterOperand =
    previous !== undefined &&
    (previous.text === ')' || (previous.kind !== 'sign' && !KEYWORDS.includes(previous.text)))
  if (isAfterOperand) return WORD_HELP.slice(1)
  const named = [...reach.loops].map(([text, thing]) => ({ text, about: `a ${thing} of the loop` }))
  return [...named, ...namesOfThing(reach.level), ...FUNCTION_HELP, ...WORD_HELP.slice(0, 1)]
}

/** What can stand after a dot: names of a row, or what is asked of a recorded value. */
function namesAfter(path: readonly string[], reach: Reach): Completion[] {
  const thing = thingAt(path, reach)
  if (thing !== null) return namesOfThing(thing)
  if (fieldAt(path, reach)?.type !== 'value') return []
  return Object.entries(VALUE_PARTS).map(([text, { about }]) => ({ text, about }))
}

function rowsInReach({ level, loops }: Reach): Completion[] {
  const of = (thing: Thing, prefix: string): Completion[] =>
    Object.entries(THING_INFO[thing].relations)
      .filter(([, { many }]) => many)
      .map(([text, { about }]) => ({ text: `${prefix}${text}`, about }))
  return [...of(level, ''), ...[...loops].flatMap(([name, thing]) => of(thing, `${name}.`))]
}
