import { must } from '../../base/assert.ts'
import type { ActionName, Direction, TrajectoryExit } from '../../trajectory/types.ts'
import type { StateEvent } from '../types.ts'
import { BUILTINS, CLOSERS, KEYWORDS, METHODS, OPENERS, OPERATORS, SIGNS } from './words.ts'

/**
 * The vocabulary of slots@1: every token's name, at its id. It is fixed; a change makes another version of the codec.
 * Names hold no white space. `resources/formats/slots-1.md` says what each means.
 */
const CONTROLS = [
  '<pad>',
  ...['<forward>', '<inverse>', '<end>'],
  ...['<call>', '<return>', '<exception>', '<line_call>'],
  ...['<step_into>', '<step_over>', '<step_return>', '<breakpoint>', '<continue>'],
  ...['<inv_step_into>', '<inv_step_over>', '<inv_step_call>'],
  ...['<exit_normal>', '<exit_error>', '<exit_never>', '<exit_entry>'],
  ...['<rest>', '<all>', '<undefined>', '<name>', '<is>', '<source>', '<source_end>', '<L>'],
] as const
type Control = (typeof CONTROLS)[number]

/** Lines that have a token; later ones are told by `<L>` and the digits of their number. */
export const LINE_TOKENS = 48
/** Steps of indentation, of so many spaces, that have a token, from none. */
export const INDENT_TOKENS = 8
export const INDENT = 4
export const VARIABLE_SLOTS = 32
export const FUNCTION_SLOTS = 6
/** Most digits of an integer that is told digit by digit. */
export const PLACES = 6
/** Lines from this one on are not pointed at. */
export const FAR_LINES = 10 ** PLACES

function count(length: number, name: (index: number) => string): readonly string[] {
  return Array.from({ length }, (_, index) => name(index))
}

const FIRST_CHARACTER = 0x20
const PRINTABLE = 0x5f
const SPACES: Readonly<Record<string, string>> = {
  ' ': 'sp',
  '\t': 'tab',
  '\n': 'lf',
  '\r': 'cr',
}
const CHARACTERS: readonly string[] = [
  ...count(PRINTABLE, (index) => String.fromCharCode(FIRST_CHARACTER + index)),
  ...['\t', '\n', '\r'],
]

/** All that is not text comes first, then the slots, then what stands for the same text everywhere. */
const GROUPS = {
  control: CONTROLS,
  line: count(LINE_TOKENS, (index) => `L${index + 1}`),
  indent: count(INDENT_TOKENS, (index) => `I${index}`),
  variable: count(VARIABLE_SLOTS, (index) => `v${index}`),
  function: count(FUNCTION_SLOTS, (index) => `f${index}`),
  keyword: KEYWORDS,
  builtin: BUILTINS,
  method: METHODS.map((name) => `.${name}`),
  operator: OPERATORS,
  sign: SIGNS,
  assign: ['='],
  open: OPENERS,
  close: CLOSERS,
  separator: [',', ';'],
  colon: [':'],
  dot: ['.'],
  quote: ["'", '"'],
  glue: ['<glue>'],
  digit: count(PLACES * 10, (index) => `${index % 10}e${Math.floor(index / 10)}`),
  character: CHARACTERS.map((char) => `_${SPACES[char] ?? char}`),
  hex: count(16, (index) => `#${index.toString(16)}`),
} satisfies Record<string, readonly string[]>

export type Group = keyof typeof GROUPS

export const VOCABULARY: readonly string[] = Object.values(GROUPS).flat()

/** The group of each token, at its id. */
export const GROUP_OF: readonly Group[] = Object.entries(GROUPS).flatMap(([group, names]) =>
  names.map(() => group as Group),
)

function firstOf(group: Group): number {
  return GROUP_OF.indexOf(group)
}

/** First ids of the groups whose tokens are found by number. */
export const FIRST_LINE = firstOf('line')
export const FIRST_INDENT = firstOf('indent')
export const FIRST_VARIABLE = firstOf('variable')
export const FIRST_FUNCTION = firstOf('function')
export const FIRST_DIGIT = firstOf('digit')
export const FIRST_HEX = firstOf('hex')
/** From here on, tokens stand for text: slots first, then what stands for the same text everywhere. */
export const FIRST_TEXT = firstOf('variable')
export const FIRST_PLAIN = firstOf('keyword')

const FIRST_CHARACTER_ID = firstOf('character')

/** The text that a token stands for, at its id. Slots stand for what the table says, controls for none. */
export const TEXT_OF: readonly string[] = VOCABULARY.map((name, id) => {
  const group = GROUP_OF[id]
  if (group === 'character') return CHARACTERS[id - FIRST_CHARACTER_ID] ?? ''
  if (group === 'digit') return name.slice(0, 1)
  if (group === 'hex') return name.slice(1)
  return id < FIRST_PLAIN || name === '<glue>' ? '' : name
})

/** Ids of the characters that have a token, at their codes; 0 for the others below 128. */
export const CHARACTER_IDS: readonly number[] = count(128, (code) => String.fromCharCode(code)).map(
  (char) => (CHARACTERS.includes(char) ? FIRST_CHARACTER_ID + CHARACTERS.indexOf(char) : 0),
)

const IDS: ReadonlyMap<string, number> = new Map(VOCABULARY.map((name, id) => [name, id]))

/** The id of a name, undefined for what is no token. */
export function findToken(name: string): number | undefined {
  return IDS.get(name)
}

export function tokenId(name: string): number {
  return must(IDS.get(name), `token ${name}`)
}

export function controlId(name: Control): number {
  return tokenId(name)
}

export const END = controlId('<end>')
export const FAR_LINE = controlId('<L>')
export const SOURCE = controlId('<source>')
export const SOURCE_END = controlId('<source_end>')
export const NAME = controlId('<name>')
export const IS = controlId('<is>')
export const REST = controlId('<rest>')
export const ALL = controlId('<all>')
export const UNDEFINED = controlId('<undefined>')
export const GLUE = tokenId('<glue>')

/** Tokens of a kind, each way. */
interface Words<T> {
  readonly idOf: (word: T) => number
  /** Undefined for another token. */
  readonly wordOf: (id: number) => T | undefined
}

function wordsOf<T extends string>(names: Readonly<Record<T, Control>>): Words<T> {
  const pairs = (Object.entries(names) as [T, Control][]).map(
    ([word, name]) => [word, controlId(name)] as const,
  )
  const ids = new Map(pairs)
  const words = new Map(pairs.map(([word, id]) => [id, word]))
  return { idOf: (word) => must(ids.get(word), `token of ${word}`), wordOf: (id) => words.get(id) }
}

export const DIRECTION_TOKENS = wordsOf<Direction>({ forward: '<forward>', inverse: '<inverse>' })
export const EXIT_TOKENS = wordsOf<TrajectoryExit>({
  normal: '<exit_normal>',
  error: '<exit_error>',
  never: '<exit_never>',
  inv_entry: '<exit_entry>',
})
export const ACTION_TOKENS = wordsOf<ActionName>({
  step_into: '<step_into>',
  step_over: '<step_over>',
  step_return: '<step_return>',
  breakpoint: '<breakpoint>',
  continue: '<continue>',
  inv_step_into: '<inv_step_into>',
  inv_step_over: '<inv_step_over>',
  inv_step_call: '<inv_step_call>',
})

/** What is told of an event; a line is told by nothing. */
export type EventWord = 'call' | 'line' | 'return' | 'exception' | 'line_call'
export const EVENT_TOKENS = wordsOf<Exclude<EventWord, 'line'>>({
  call: '<call>',
  return: '<return>',
  exception: '<exception>',
  line_call: '<line_call>',
})

export function eventWord(event: StateEvent): EventWord {
  return event.replace('inv_', '') as EventWord
}

/** The event of that word in a direction; null for a second look at a line, which forward texts have not. */
export function stateEvent(word: EventWord, direction: Direction): StateEvent | null {
  if (direction === 'inverse') return `inv_${word}`
  return word === 'line_call' ? null : word
}
