import { createByteTokenizer } from '../byte-tokenizer.ts'
import { OMITTED } from '../escape.ts'
import {
  BYTES_TO_END,
  DEAD,
  isInName,
  isNameWhole,
  isNextName,
  NAME_END,
  REST_COLON,
  WAYS,
} from './json-automaton.ts'
import { byteText, type Scan } from './scan-tokens.ts'

const UTF_8 = createByteTokenizer([])

export function utf8Of(text: string): Uint8Array {
  return Uint8Array.from(UTF_8.tokenize(text).ids)
}

/** A place within a locals object or a value's string. */
export interface JsonPlace {
  readonly state: number
  /** The name that is being told, as its bytes stand in the text, one character a byte. */
  readonly key: string
  /** Names told before, each with its bytes. */
  readonly names: ReadonlyMap<string, string>
}

export function jsonPlace(state: number): JsonPlace {
  return { state, key: '', names: new Map() }
}

function nameOf(key: string): string {
  const text = UTF_8.detokenize(Array.from(key, (char) => char.charCodeAt(0)))
  return String(JSON.parse(`"${text}"`))
}

/** Where the end of a name leads: each is told once, and what stands for the variables left out only as the first. */
function endName({ key, names }: JsonPlace): JsonPlace | null {
  const name = nameOf(key)
  const isRest = name === OMITTED
  if (names.has(name) || (isRest && names.size > 0)) return null
  const told = new Map([...names, [name, byteText(utf8Of(name))]])
  return { state: isRest ? REST_COLON : NAME_END, key: '', names: told }
}

/** The place behind some bytes; null if they do not go on from here. */
export function passBytes(place: JsonPlace, bytes: Uint8Array): JsonPlace | null {
  let at = place
  for (const byte of bytes) {
    const state = WAYS[at.state * 256 + byte] ?? DEAD
    if (state === DEAD) return null
    if (state === NAME_END) {
      const ended = endName(at)
      if (ended === null) return null
      at = ended
    } else {
      const isName = isInName(state) && isInName(at.state)
      at = { state, key: isName ? at.key + String.fromCharCode(byte) : '', names: at.names }
    }
  }
  return at
}

/** Ids of the tokens that end a name which may have been told. */
function doubtful({ ending, odd }: Scan, { key, names }: JsonPlace): readonly number[] {
  if (ending.size === 0) return odd
  if (key.includes('\\')) return [...odd, ...[...ending.values()].flat()]
  const told = [...names.values(), OMITTED].filter((name) => name.startsWith(key))
  return [...odd, ...told.flatMap((name) => ending.get(name.slice(key.length)) ?? [])]
}

/** Ids of the tokens that the automaton has a way for and the names told do not. */
export function refusedTokens(
  scan: Scan,
  place: JsonPlace,
  bytesOf: (id: number) => Uint8Array,
): readonly number[] {
  return doubtful(scan, place).filter((id) => passBytes(place, bytesOf(id)) === null)
}

/** One of so many characters more makes a name that was not told. */
const FURTHER = 64

/** Most bytes that a new name may need beyond what is told of it. */
function renaming(names: JsonPlace['names']): number {
  return Math.ceil(Math.log(names.size + 2) / Math.log(FURTHER))
}

const bounds = new Map<number, Uint8Array>()

/** Bounds of the bytes from each state to the end, whatever was told of a name that is begun there. */
export function mostToEnd({ names }: JsonPlace): Uint8Array {
  const more = renaming(names)
  const known = bounds.get(more)
  if (known !== undefined) return known
  const made = BYTES_TO_END.map((least, state) =>
    isInName(state) || isNextName(state) ? least + more : least,
  )
  bounds.set(more, made)
  return made
}

/** Bytes that are enough from a place to the end. */
export function bytesToEnd(place: JsonPlace): number {
  if (isNameWhole(place.state)) {
    const ended = endName(place)
    if (ended !== null) return 1 + (BYTES_TO_END[ended.state] ?? 0)
  }
  return mostToEnd(place)[place.state] ?? 0
}
