import type { ByteTrie } from './byte-trie.ts'
import type { Vocabulary } from './types.ts'

/**
 * Tokens of text in the order of their bytes, so that those with one beginning stand together: a walk along an automaton
 * passes over all tokens that begin with what it has no way for.
 */
export interface SortedTokens {
  readonly ids: Int32Array
  /** Bytes of all of them, in that order; token i has those from `starts[i]` to `starts[i + 1]`. */
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  /** How many bytes each begins with that the one before it has too. */
  readonly shared: Uint16Array
  /** Of one byte alone there is a token, by byte. */
  readonly singles: Uint8Array
  /** Whether a token is among them, by id. */
  readonly isText: Uint8Array
}

function hasText(bytes: Uint8Array | null | undefined): bytes is Uint8Array {
  return bytes !== null && bytes !== undefined && bytes.length > 0 && bytes.length < 0xffff
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return (a[at] ?? 0) - (b[at] ?? 0)
  return a.length - b.length
}

function commonLength(a: Uint8Array, b: Uint8Array): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return at
}

export function sortTokens({ bytes: texts, special, size }: Vocabulary): SortedTokens {
  const protectedIds = new Set(special.values())
  const found = [...texts.keys()].flatMap((id) => {
    const text = texts[id]
    return hasText(text) && id < size && !protectedIds.has(id) ? [{ id, text }] : []
  })
  found.sort((a, b) => compareBytes(a.text, b.text))
  const starts = new Int32Array(found.length + 1)
  const shared = new Uint16Array(found.length)
  const singles = new Uint8Array(256)
  const isText = new Uint8Array(size)
  found.forEach(({ id, text }, index) => {
    isText[id] = 1
    starts[index + 1] = (starts[index] ?? 0) + text.length
    if (index > 0) shared[index] = commonLength(found[index - 1]?.text ?? text, text)
    if (text.length === 1) singles[text[0] ?? 0] = 1
  })
  const bytes = new Uint8Array(starts[found.length] ?? 0)
  found.forEach(({ text }, index) => {
    bytes.set(text, starts[index])
  })
  return { ids: Int32Array.from(found, ({ id }) => id), bytes, starts, shared, singles, isText }
}

/** First of the tokens from `low` up to `high`, all with the same first `depth` bytes, whose next byte is at least `byte`. */
function firstWith(
  { bytes, starts }: SortedTokens,
  [low, high]: readonly [number, number],
  depth: number,
  byte: number,
): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = (from + to) >> 1
    const at = (starts[middle] ?? 0) + depth
    const next = at < (starts[middle + 1] ?? 0) ? (bytes[at] ?? 0) : -1
    if (next < byte) from = middle + 1
    else to = middle
  }
  return from
}

/** Calls `visit` with each token that goes on from a node of the trie without leaving it, and where it leads. */
export function visitTokens(
  tokens: SortedTokens,
  trie: ByteTrie,
  node: number,
  visit: (id: number, node: number) => void,
): void {
  const { ids, starts } = tokens
  const walk = (from: number, low: number, high: number, depth: number): void => {
    let at = low
    // Those that end here come first.
    for (; depth > 0 && at < high && (starts[at + 1] ?? 0) - (starts[at] ?? 0) === depth; at++) {
      visit(ids[at] ?? 0, from)
    }
    for (let child = trie.firstChild[from] ?? 0; child !== 0 && at < high; ) {
      const byte = trie.byte[child] ?? 0
      const first = firstWith(tokens, [at, high], depth, byte)
      const end = firstWith(tokens, [first, high], depth, byte + 1)
      if (first < end) walk(child, first, end, depth + 1)
      at = end
      child = trie.nextSibling[child] ?? 0
    }
  }
  walk(node, 0, ids.length, 0)
}
