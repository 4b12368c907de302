import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { MAX_IDS, OWN_TOKENIZER } from '../../../../shared/contract/trajectories.ts'
import { CODEC_IDS, codecById } from '../../../../shared/grammar/codecs.ts'
import type { Codec, Decoded } from '../../../../shared/grammar/types.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { userPath } from '../../node/user-path.ts'
import { type Arguments, required, UsageError } from '../arguments.ts'
import type { Command, CommandContext } from '../command.ts'

const CODEC_USAGE = `--codec ${CODEC_IDS.join('|')}`

/** `own`, or a file as the user meant it. */
export function tokenizerName(text: string): string {
  return text === OWN_TOKENIZER ? text : userPath(text)
}

/**
 * `ndw encode TRAJECTORY`: the training text, exactly, with nothing after it, or its tokens as a list of ids, behind
 * the first line of the text where that has no tokens.
 */
export const encode: Command = {
  usage: `encode TRAJECTORY ${CODEC_USAGE} [--tokenizer own|FILE]`,
  about:
    "print a trajectory as training text, exactly, or as a list of token ids: of the codec's own tokenizer or of a tokenizer.json",
  options: { codec: { type: 'string' }, tokenizer: { type: 'string' } },
  positionals: ['TRAJECTORY'],
  run: async ({ args, client, out, json }) => {
    const trajectory = String(args.positionals[0])
    const codec = required(args, 'codec')
    const name = args.text('tokenizer')
    if (name !== null) {
      const tokens = await readTokens(client, { trajectory, codec, tokenizer: tokenizerName(name) })
      if (!json && tokens.head !== '') await out.json(tokens.head)
      await out.json(JSON.stringify(json ? { trajectory, codec, ...tokens } : tokens.ids))
      return 0
    }
    const { text } = await client.call('trajectory.text', { trajectory, codec })
    if (json) await out.json(JSON.stringify({ trajectory, codec, text }))
    else await out.raw(text)
    return 0
  },
}

interface Wanted {
  readonly trajectory: string
  readonly codec: string
  readonly tokenizer: string
}

async function readTokens(
  client: CommandContext['client'],
  { trajectory, codec, tokenizer }: Wanted,
): Promise<{ tokenizer: string; head: string; ids: number[] }> {
  const ids: number[] = []
  while (true) {
    const { text, tokens } = await client.call('trajectory.text', {
      trajectory,
      codec,
      tokens: { tokenizer, from: ids.length },
    })
    if (tokens === null) throw new ServiceError('failed', 'The text came without its tokens.')
    for (const id of tokens.ids) ids.push(id)
    if (ids.length < tokens.total) continue
    return { tokenizer: tokens.tokenizer, head: text.slice(0, tokens.start), ids }
  }
}

/** Largest file that is decoded, in bytes: all of it is in memory, and so is what it says. */
const MAX_FILE = 268_435_456

/** `ndw decode FILE`: states and actions as JSON; status 1 and a sentence where the text stops being valid. */
export const decode: Command = {
  usage: `decode FILE ${CODEC_USAGE} [--tokenizer own|FILE]`,
  about:
    'read training text, or a list of token ids, back into states and actions, or say where it breaks and what would mend it; FILE - is stdin',
  options: { codec: { type: 'string' }, tokenizer: { type: 'string' } },
  positionals: ['FILE'],
  missingStore: 'not needed',
  run: async (ctx) => {
    const { args, out, json } = ctx
    const file = String(args.positionals[0])
    const codec = knownCodec(args)
    const text = await readText(file)
    const tokenizer = args.text('tokenizer')
    const { transcript, problem } = codec.decode(
      tokenizer === null ? text : await textOfIds(ctx, { file, text, codec, tokenizer }),
    )
    await out.json(toJson(file, { ...transcript, problem }, json ? 0 : 2))
    if (problem === null) return 0
    const { position, expected, found, repair } = problem
    const mend = repair === undefined ? '' : ` To go on, ${repair}.`
    out.note(
      `${file} stops being valid at character ${position}: expected ${expected}, found ${found}.${mend}`,
    )
    return 1
  },
}

function knownCodec(args: Arguments): Codec {
  const id = required(args, 'codec')
  const codec = codecById(id)
  if (codec !== null) return codec
  throw new UsageError(`--codec takes ${CODEC_IDS.join(' or ')}, not ${id}.`)
}

/** What a text says can be longer than any text may be. */
function toJson(
  file: string,
  result: Decoded['transcript'] & Pick<Decoded, 'problem'>,
  indent: number,
): string {
  try {
    return JSON.stringify(result, null, indent)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ServiceError('bad-input', `What ${file} says is too long for one JSON; cut the file.`)
  }
}

interface IdsIn {
  readonly file: string
  readonly text: string
  readonly codec: Codec
  readonly tokenizer: string
}

async function textOfIds(
  { client }: CommandContext,
  { file, text, codec, tokenizer }: IdsIn,
): Promise<string> {
  const head = headOf({ file, text, codec, tokenizer })
  const words = text
    .slice(head.length)
    .split(/[\s,[\]]+/)
    .filter((word) => word !== '')
  const wrong = words.find((word) => !/^\d{1,9}$/.test(word))
  if (wrong !== undefined) {
    throw new ServiceError(
      'bad-input',
      `${file} is not a list of token ids: ${JSON.stringify(wrong.slice(0, 40))} is none.`,
    )
  }
  if (words.length > MAX_IDS) {
    throw new ServiceError('bad-input', `${file} has more than ${MAX_IDS} token ids; cut it.`)
  }
  const told = { codec: codec.id, tokenizer: tokenizerName(tokenizer), ids: words.map(Number) }
  const { text: rest } = await client.call('codec.textOf', told)
  // The space before the first token is the end of the line before it.
  return head === '' ? rest : `${head}\n${rest.slice(1)}`
}

/** The first line of the text, where ids alone do not tell it. */
function headOf({ file, text, codec, tokenizer }: IdsIn): string {
  const { untold } = codec.tokenizer
  if (tokenizer !== OWN_TOKENIZER || untold === undefined) return ''
  if (text.startsWith(`${codec.id} `)) return text.split(/\r?\n/, 1)[0] ?? ''
  throw new ServiceError(
    'bad-input',
    `${file} has ids alone, which do not tell ${untold}; put the first line of the text, ${codec.id} {…}, before them, as encode does.`,
  )
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name the file with the training text',
  EACCES: 'this user may not read it',
  ERR_FS_FILE_TOO_LARGE: `it has more than ${MAX_FILE} bytes`,
}

async function readText(file: string): Promise<string> {
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(userPath(file))).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = UNREADABLE[error.code ?? ''] ?? error.message
      throw new ServiceError('not-found', `${file} cannot be read: ${reason}.`)
    },
  )
  if (bytes.length > MAX_FILE) {
    throw new ServiceError('bad-input', `${file} has more than ${MAX_FILE} bytes; cut it.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ServiceError('bad-input', `${file} is not UTF-8 text.`)
  }
}
