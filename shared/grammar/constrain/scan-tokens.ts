import { must } from '../../base/assert.ts'
import { DEAD, IS_PART_OF_CHARACTER, isInName, NAME_END, WAYS } from './json-automaton.ts'
import { type SortedTokens, sortTokens } from './sorted-tokens.ts'
import type { Vocabulary } from './types.ts'

/** What the tokens of a vocabulary do at one state of the automaton. */
export interface Scan {
  /** The state each token leads to, by id; dead where there is no way. */
  readonly ends: Uint8Array
  /** 1 where it is not dead. */
  readonly mask: Uint8Array
  /** Tokens that end a name, by the bytes they tell of it, each a character. Which names were told decides on them. */
  readonly ending: ReadonlyMap<string, readonly number[]>
  /** Tokens that end a name with an escape in it, or more than one name. */
  readonly odd: readonly number[]
}

/** A vocabulary made ready for walking, once for all prompts. */
export interface Scanner {
  readonly vocabulary: Vocabulary
  readonly tokens: SortedTokens
  /** Any bytes can be spelled. */
  readonly spellsAll: boolean
  /** Any character that is begun can be ended. */
  readonly endsCharacters: boolean
  readonly scanAt: (state: number) => Scan
}

const scanners = new WeakMap<Vocabulary, Scanner>()

export function scannerOf(vocabulary: Vocabulary): Scanner {
  const known = scanners.get(vocabulary)
  if (known !== undefined) return known
  const tokens = sortTokens(vocabulary)
  const endsCharacters = tokens.singles.subarray(0x80, 0xc0).every((has) => has === 1)
  const scans = new Map<number, Scan>()
  const scanner: Scanner = {
    vocabulary,
    tokens,
    endsCharacters,
    spellsAll: tokens.singles.every((has) => has === 1),
    scanAt: (state) => {
      const scan = scans.get(state) ?? scanFrom(scanner, state)
      scans.set(state, scan)
      return scan
    },
  }
  scanners.set(vocabulary, scanner)
  return scanner
}

/** Text of bytes, one character a byte, for use as a key. */
export function byteText(bytes: Iterable<number>): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The bytes that a token tells of the first name it ends. */
function nameIn(bytes: Uint8Array, state: number): string {
  let at = state
  let name = ''
  for (const byte of bytes) {
    const isWithin = isInName(at)
    at = WAYS[at * 256 + byte] ?? DEAD
    if (at === NAME_END) return name
    if (isWithin) name += String.fromCharCode(byte)
  }
  return name
}

function scanFrom({ vocabulary, tokens, endsCharacters }: Scanner, state: number): Scan {
  const ends = new Uint8Array(vocabulary.size)
  const ending = new Map<string, number[]>()
  const odd: number[] = []
  const note = (id: number, names: number): void => {
    const name = nameIn(must(vocabulary.bytes[id], 'token'), state)
    if (names > 1 || name.includes('\\')) odd.push(id)
    else ending.set(name, [...(ending.get(name) ?? []), id])
  }
  walkTokens(tokens, state, (id, end, names) => {
    if (IS_PART_OF_CHARACTER[end] === 1 && !endsCharacters) return
    ends[id] = end
    if (names > 0) note(id, names)
  })
  return { ends, mask: ends.map((end) => (end === DEAD ? 0 : 1)), ending, odd }
}

/** Calls `found` with every token the automaton has a way for, where it leads, and how many names it ends. */
function walkTokens(
  { ids, bytes, starts, shared }: SortedTokens,
  state: number,
  found: (id: number, end: number, names: number) => void,
): void {
  const states = [state]
  const names = [0]
  /** How many bytes of the token before had a way. */
  let alive = 0
  for (let index = 0; index < ids.length; index++) {
    const start = starts[index] ?? 0
    const length = (starts[index + 1] ?? 0) - start
    const common = shared[index] ?? 0
    // Dead within what it shares with the one before.
    if (common > alive) continue
    alive = common
    while (alive < length) {
      const to = WAYS[(states[alive] ?? DEAD) * 256 + (bytes[start + alive] ?? 0)] ?? DEAD
      if (to === DEAD) break
      alive += 1
      states[alive] = to
      names[alive] = (names[alive - 1] ?? 0) + (to === NAME_END ? 1 : 0)
    }
    if (alive === length) found(ids[index] ?? 0, states[length] ?? DEAD, names[length] ?? 0)
  }
}
