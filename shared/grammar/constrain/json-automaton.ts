/**
 * The bytes of a locals object and of a value's string, as an automaton: what the codecs read with `readPairs` and
 * `readJsonString`, in well-formed UTF-8. It knows no names; whoever walks it does, where a name ends.
 */
export const DEAD = 0

/** States within a string; the others count from the first of them. */
const BODY = [
  'plain',
  /** Behind `<`, which a bar would make a special token. */
  'less',
  'escape',
  ...['hex4', 'hex3', 'hex2', 'hex1'],
  /** So many bytes of a character are to come. */
  ...['last1', 'last2', 'last3'],
  /** Behind a first byte whose second has bounds of its own. */
  ...['e0', 'ed', 'f0', 'f4'],
] as const
type Body = (typeof BODY)[number]

const STRINGS = ['key', 'value', 'argument'] as const
type StringKind = (typeof STRINGS)[number]

/** What comes next of a value behind the name `..`, which is `..` in any spelling, by how many of its dots are told. */
const DOTS = ['dot', 'escape', 'u', '0', '00', '2'] as const

const OTHERS = [
  'object',
  ...['first_key', 'next_key', 'colon', 'space', 'quote', 'separator', 'key_space', 'object_end'],
  ...['argument_start', 'argument_end'],
  ...['rest_colon', 'rest_space', 'rest_quote'],
] as const
type Other = (typeof OTHERS)[number]

type State = `${StringKind}:${Body}` | Other | `dots${0 | 1}:${(typeof DOTS)[number]}` | 'dots2:end'

const NAMES: readonly State[] = [
  ...STRINGS.flatMap((kind) => BODY.map((body) => `${kind}:${body}` as const)),
  ...OTHERS,
  ...([0, 1] as const).flatMap((told) => DOTS.map((dot) => `dots${told}:${dot}` as const)),
  'dots2:end',
]
const IDS: ReadonlyMap<State, number> = new Map(NAMES.map((name, index) => [name, index + 1]))

function idOf(state: State): number {
  return IDS.get(state) ?? DEAD
}

export const OBJECT = idOf('object')
export const OBJECT_END = idOf('object_end')
export const ARGUMENT = idOf('argument_start')
export const ARGUMENT_END = idOf('argument_end')
export const REST_COLON = idOf('rest_colon')
export const STATES = NAMES.length + 1

const KEY = idOf('key:plain')

/** Whether bytes at a state belong to the name of a variable. */
export function isInName(state: number): boolean {
  return state >= KEY && state < KEY + BODY.length
}

/** Whether a string could be closed at a state within a name. */
export function isNameWhole(state: number): boolean {
  return state === KEY || state === KEY + 1
}

/** Whether the next string that can begin is a name, and has to come. */
export function isNextName(state: number): boolean {
  return state === idOf('key_space') || state === idOf('next_key')
}

/** Where a name ends. */
export const NAME_END = idOf('colon')

type Bytes = readonly [first: number, last: number]

const range = (text: string): Bytes => [text.charCodeAt(0), text.charCodeAt(text.length - 1)]
const QUOTE = range('"')

const CLOSED: Readonly<Record<StringKind, Other>> = {
  key: 'colon',
  value: 'separator',
  argument: 'argument_end',
}

/** Where the first byte of a character leads within a string. */
const CHARACTERS: readonly (readonly [Bytes, Body])[] = [
  [[0x20, 0x7f], 'plain'],
  [[0xc2, 0xdf], 'last1'],
  [[0xe0, 0xef], 'last2'],
  [[0xe0, 0xe0], 'e0'],
  [[0xed, 0xed], 'ed'],
  [[0xf0, 0xf3], 'last3'],
  [[0xf0, 0xf0], 'f0'],
  [[0xf4, 0xf4], 'f4'],
  [range('<'), 'less'],
  [range('\\'), 'escape'],
]
const ANY_HEX = ['09', 'af', 'AF'].map(range)

const BODY_WAYS: readonly (readonly [Body, Bytes, Body])[] = [
  ...(['"', '\\', '/', 'b', 'f', 'n', 'r', 't'] as const).map(
    (char) => ['escape', range(char), 'plain'] as const,
  ),
  ['escape', range('u'), 'hex4'],
  ...ANY_HEX.flatMap((bytes) => [
    ['hex4', bytes, 'hex3'] as const,
    ['hex3', bytes, 'hex2'] as const,
    ['hex2', bytes, 'hex1'] as const,
    ['hex1', bytes, 'plain'] as const,
  ]),
  ['last1', [0x80, 0xbf], 'plain'],
  ['last2', [0x80, 0xbf], 'last1'],
  ['last3', [0x80, 0xbf], 'last2'],
  ['e0', [0xa0, 0xbf], 'last1'],
  ['ed', [0x80, 0x9f], 'last1'],
  ['f0', [0x90, 0xbf], 'last2'],
  ['f4', [0x80, 0x8f], 'last2'],
]

const OTHER_WAYS: readonly (readonly [State, Bytes, State])[] = [
  ['object', range('{'), 'first_key'],
  ['first_key', range('}'), 'object_end'],
  ['first_key', QUOTE, 'key:plain'],
  ['next_key', QUOTE, 'key:plain'],
  ['colon', range(':'), 'space'],
  ['space', range(' '), 'quote'],
  ['quote', QUOTE, 'value:plain'],
  ['separator', range('}'), 'object_end'],
  ['separator', range(','), 'key_space'],
  ['key_space', range(' '), 'next_key'],
  ['argument_start', QUOTE, 'argument:plain'],
  ['rest_colon', range(':'), 'rest_space'],
  ['rest_space', range(' '), 'rest_quote'],
  ['rest_quote', QUOTE, 'dots0:dot'],
  ...([0, 1] as const).flatMap((told): (readonly [State, Bytes, State])[] => {
    const next = told === 0 ? 'dots1:dot' : 'dots2:end'
    return [
      [`dots${told}:dot`, range('.'), next],
      [`dots${told}:dot`, range('\\'), `dots${told}:escape`],
      [`dots${told}:escape`, range('u'), `dots${told}:u`],
      [`dots${told}:u`, range('0'), `dots${told}:0`],
      [`dots${told}:0`, range('0'), `dots${told}:00`],
      [`dots${told}:00`, range('2'), `dots${told}:2`],
      [`dots${told}:2`, range('e'), next],
      [`dots${told}:2`, range('E'), next],
    ]
  }),
  ['dots2:end', QUOTE, 'separator'],
]

/** Of each state and byte, the state it leads to. */
export const WAYS = makeWays()

function makeWays(): Uint8Array {
  const ways = new Uint8Array(STATES * 256)
  const lead = (from: State, [first, last]: Bytes, to: number): void => {
    ways.fill(to, idOf(from) * 256 + first, idOf(from) * 256 + last + 1)
  }
  for (const kind of STRINGS) {
    for (const body of ['plain', 'less'] as const) {
      for (const [bytes, to] of CHARACTERS) lead(`${kind}:${body}`, bytes, idOf(`${kind}:${to}`))
      lead(`${kind}:${body}`, QUOTE, idOf(CLOSED[kind]))
    }
    lead(`${kind}:less`, range('|'), DEAD)
    for (const [from, bytes, to] of BODY_WAYS) lead(`${kind}:${from}`, bytes, idOf(`${kind}:${to}`))
  }
  for (const [from, bytes, to] of OTHER_WAYS) lead(from, bytes, idOf(to))
  return ways
}

/** Whether a character is told in part at a state. */
export const IS_PART_OF_CHARACTER = Uint8Array.from({ length: STATES }, (_, state) => {
  const body = (NAMES[state - 1] ?? '').split(':')[1] ?? ''
  return /^(?:last\d|e0|ed|f0|f4)$/.test(body) ? 1 : 0
})

/** Fewest bytes from each state to the end of the object or value, whatever the names are. */
export const BYTES_TO_END = leastBytes()

function leastBytes(): Uint8Array {
  const least = new Uint8Array(STATES).fill(255)
  least[OBJECT_END] = 0
  least[ARGUMENT_END] = 0
  for (let round = 1; round < STATES; round++) {
    for (let state = 1; state < STATES; state++) {
      for (const to of WAYS.subarray(state * 256, state * 256 + 256)) {
        const bytes = 1 + (to === DEAD ? 254 : (least[to] ?? 255))
        if (bytes < (least[state] ?? 255)) least[state] = bytes
      }
    }
  }
  return least
}
