import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Tokenizer as Library } from '@huggingface/tokenizers'
import { formatBytes } from '../../../shared/base/words.ts'
import type { Vocabulary } from '../../../shared/grammar/constrain/types.ts'
import type { TokenizedText, Tokenizer } from '../../../shared/grammar/tokenizer.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { quoted, refuse } from '../refuse.ts'
import { parseObject } from '../strict-json.ts'
import { unknownPattern } from './patterns.ts'
import { bytesOfToken, endsOfTokens, type TokenWriting } from './token-bytes.ts'

/** What is looked at here of a tokenizer.json; the library reads the rest. */
interface TokenizerFile {
  readonly decoder?: unknown
  readonly pre_tokenizer?: unknown
}

/** A tokenizer that was read from a file. */
export interface FileTokenizer extends Tokenizer {
  /** What its tokens stand for, for a model with so many logits. */
  readonly vocabulary: (size: number) => Vocabulary
}

/** Largest file that is read, in bytes. */
export const LARGEST_TOKENIZER = 67_108_864

/**
 * A Hugging Face tokenizer from its `tokenizer.json`, with the `tokenizer_config.json` beside it if there is one. The
 * special tokens are found by name, whatever their ids; a ServiceError `bad-input` names those that are missing. The
 * program's text is never made into a special token of the tokenizer's own, like `<s>`.
 */
export async function loadTokenizer(
  path: string,
  specialTokens: readonly string[],
  codec: string,
): Promise<FileTokenizer> {
  const file = await readJson(path)
  const config = await readJson(join(dirname(path), 'tokenizer_config.json')).catch(() => ({}))
  const library = createLibrary(path, file, config)
  const added = new Map(
    [...library.get_added_tokens_decoder()].map(([id, token]) => [token.content, { id, token }]),
  )
  const missing = specialTokens.filter((token) => !added.has(token))
  if (missing.length > 0) throw new ServiceError('bad-input', missingTokens(path, missing, codec))
  const ids = new Map(specialTokens.map((token) => [token, added.get(token)?.id ?? 0]))
  const foreign = [...added.values()]
    .map(({ token }) => token.content)
    .filter((content) => !ids.has(content) && content.length > 1)
  const writing = writingOf(file)
  const tokenize = createTokenize(library, ids, foreign, writing)
  return {
    name: join(basename(dirname(path)), basename(path)),
    size: 1 + Math.max(-1, ...[...added.values()].map(({ id }) => id), largestId(library)),
    tokenize: (text) => tokenize(text, path),
    detokenize: (tokens) =>
      tokens.length === 0
        ? ''
        : library.decode([...tokens], {
            skip_special_tokens: false,
            clean_up_tokenization_spaces: false,
          }),
    vocabulary: (size) => vocabularyOf(library, { special: ids, writing, size }),
  }
}

/** Tokens that the file adds, like `<s>`, stand for no text. */
function vocabularyOf(
  library: Library,
  {
    special,
    writing,
    size,
  }: Pick<Vocabulary, 'special' | 'size'> & { readonly writing: TokenWriting },
): Vocabulary {
  const bytes = new Array<Uint8Array | null>(size).fill(null)
  for (const [token, id] of library.get_vocab()) bytes[id] = bytesOfToken(token, writing)
  for (const [id, { content }] of library.get_added_tokens_decoder()) {
    if (content.length > 1) bytes[id] = null
  }
  return { size, bytes, special }
}

function largestId(library: Library): number {
  let largest = -1
  for (const id of library.get_vocab().values()) largest = Math.max(largest, id)
  return largest
}

async function readJson(path: string): Promise<TokenizerFile> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder; name its tokenizer.json',
      EACCES: 'this user may not read it',
    }
    const reason = reasons[error.code ?? ''] ?? error.message
    return refuse(`The tokenizer ${path} cannot be read: ${reason}.`)
  })
  return parseTokenizer(bytes, `The tokenizer ${path}`)
}

/** Parses a tokenizer.json, or what is beside it, and refuses what could hold up whoever uses it. */
export function parseTokenizer(bytes: Uint8Array, file: string) {
  if (bytes.length > LARGEST_TOKENIZER) {
    refuse(`${file} has more than ${formatBytes(LARGEST_TOKENIZER)}.`)
  }
  // Its tokens are keys, and may be any word.
  const value = parseObject(bytes, file, 'model.vocab')
  const pattern = unknownPattern(value)
  if (pattern !== null) {
    refuse(
      `${file} splits texts by the pattern ${quoted(pattern)}, which is none of those known to be quick on every text.`,
    )
  }
  return value
}

function createLibrary(path: string, file: object, config: object): Library {
  try {
    return new Library(file, config)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(
      'bad-input',
      `The tokenizer ${path} is not a tokenizer.json that can be used: ${reason.replace(/\.$/, '')}.`,
    )
  }
}

function missingTokens(path: string, missing: readonly string[], codec: string): string {
  return `The tokenizer ${path} has no special token ${missing.join(', ')}, which ${codec} needs; add what is missing to its added_tokens.`
}

/** Byte-level tokenizers write bytes as characters; all others write text. */
function writingOf({ decoder, pre_tokenizer }: TokenizerFile): TokenWriting {
  return JSON.stringify([decoder, pre_tokenizer]).includes('"ByteLevel"') ? 'bytes' : 'text'
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function alternatives(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null
  const longestFirst = [...texts].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(escapeRegExp).join('|'), 'g')
}

function createTokenize(
  library: Library,
  specialIds: ReadonlyMap<string, number>,
  foreign: readonly string[],
  writing: TokenWriting,
): (text: string, path: string) => TokenizedText {
  const special = alternatives([...specialIds.keys()])
  const other = alternatives(foreign)
  const bytes = new Map<string, Uint8Array>()
  const bytesOf = (token: string): Uint8Array => {
    const known = bytes.get(token)
    if (known !== undefined) return known
    const found = bytesOfToken(token, writing)
    bytes.set(token, found)
    return found
  }
  return (text, path) => {
    const ids: number[] = []
    const ends: number[] = []
    const addPiece = (start: number, end: number): void => {
      if (start === end) return
      const piece = text.slice(start, end)
      const found = library.encode(piece, { add_special_tokens: false })
      const stops = endsOfTokens(piece, found.tokens.map(bytesOf))
      found.ids.forEach((id: number | undefined, index) => {
        if (id === undefined) throw unknownToken(path, found.tokens[index] ?? '')
        ids.push(id)
        ends.push(start + (stops[index] ?? 0))
      })
    }
    // A piece that ends within what looks like a token of the tokenizer's own keeps it from being one.
    const addText = (start: number, end: number): void => {
      let from = start
      for (const { index } of other === null ? [] : text.slice(start, end).matchAll(other)) {
        addPiece(from, start + index + 1)
        from = start + index + 1
      }
      addPiece(from, end)
    }
    let at = 0
    for (const { index, 0: token } of special === null ? [] : text.matchAll(special)) {
      addText(at, index)
      at = index + token.length
      ids.push(specialIds.get(token) ?? 0)
      ends.push(at)
    }
    addText(at, text.length)
    return { ids, ends }
  }
}

function unknownToken(path: string, token: string): ServiceError {
  return new ServiceError(
    'bad-input',
    `The tokenizer ${path} has no id for ${JSON.stringify(token)} and no unknown token.`,
  )
}
