/** Bytes as byte-level tokenizers write them: GPT-2's table. */
function byteCharacters(): string[] {
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const isSeen = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
    return String.fromCharCode(isSeen ? byte : next++)
  })
}

const CHARACTERS = byteCharacters()

/** Merges of the most frequent pairs of neighbours within the words of a text, as byte-pair encoding is trained. */
function trainMerges(text: string, count: number): [string, string][] {
  const words = new Map<string, number>()
  for (const [word] of text.matchAll(/ ?[a-zA-Z]+| ?[0-9]| ?[^\sa-zA-Z0-9]+|\s+/g)) {
    words.set(word, (words.get(word) ?? 0) + 1)
  }
  let parts = [...words].map(([word, times]) => ({
    times,
    symbols: [...Buffer.from(word)].map((byte) => CHARACTERS[byte] ?? ''),
  }))
  const merges: [string, string][] = []
  while (merges.length < count) {
    const pairs = new Map<string, number>()
    for (const { symbols, times } of parts) {
      for (let i = 1; i < symbols.length; i++) {
        const pair = `${symbols[i - 1]} ${symbols[i]}`
        pairs.set(pair, (pairs.get(pair) ?? 0) + times)
      }
    }
    const [best] = [...pairs].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    if (best === undefined) break
    const [left = '', right = ''] = best[0].split(' ')
    merges.push([left, right])
    parts = parts.map(({ times, symbols }) => ({ times, symbols: merged(symbols, left, right) }))
  }
  return merges
}

function merged(symbols: readonly string[], left: string, right: string): string[] {
  const joined: string[] = []
  for (let i = 0; i < symbols.length; i++) {
    if (symbols[i] === left && symbols[i + 1] === right) {
      joined.push(left + right)
      i++
    } else joined.push(symbols[i] ?? '')
  }
  return joined
}

/** A byte-level BPE tokenizer.json, trained on a text; special tokens come before its other tokens. */
export function smallTokenizer(text: string, specialTokens: readonly string[], merges = 200) {
  const pairs = trainMerges(text, merges)
  const tokens = [...CHARACTERS, ...pairs.map(([left, right]) => left + right)]
  const added = specialTokens.map((content, id) => ({
    id,
    content,
    special: true,
    normalized: false,
    lstrip: false,
    rstrip: false,
    single_word: false,
  }))
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: {
      type: 'ByteLevel',
      add_prefix_space: false,
      trim_offsets: true,
      use_regex: true,
    },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(
        [...specialTokens, ...new Set(tokens)].map((token, id) => [token, id]),
      ),
      merges: pairs,
    },
  }
}
