import { readFile } from 'node:fs/promises'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { userPath } from '../../node/user-path.ts'
import { required } from '../arguments.ts'
import type { Command } from '../command.ts'

/** `ndw encode TRAJECTORY`: the training text, exactly, with nothing after it. */
export const encode: Command = {
  usage: 'encode TRAJECTORY --codec nd@1',
  about: 'print a trajectory as training text, exactly',
  options: { codec: { type: 'string' } },
  positionals: ['TRAJECTORY'],
  run: async ({ args, client, out, json }) => {
    const trajectory = String(args.positionals[0])
    const codec = required(args, 'codec')
    const { text } = await client.call('trajectory.text', { trajectory, codec })
    if (json) await out.json(JSON.stringify({ trajectory, codec, text }))
    else await out.raw(text)
    return 0
  },
}

/** `ndw decode FILE`: states and actions as JSON; status 1 and a sentence where the text stops being valid. */
export const decode: Command = {
  usage: 'decode --codec nd@1 FILE',
  about: 'read training text back into states and actions, or say where it breaks; FILE - is stdin',
  options: { codec: { type: 'string' } },
  positionals: ['FILE'],
  run: async ({ args, client, out, json }) => {
    const file = String(args.positionals[0])
    const text = await readText(file)
    const { transcript, problem } = await client.call('codec.decode', {
      codec: required(args, 'codec'),
      text,
    })
    const result = { ...transcript, problem }
    await out.json(JSON.stringify(result, null, json ? 0 : 2))
    if (problem === null) return 0
    out.note(
      `${file} stops being valid at character ${problem.position}: expected ${problem.expected}, found ${problem.found}.`,
    )
    return 1
  },
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name the file with the training text',
  EACCES: 'this user may not read it',
}

async function readText(file: string): Promise<string> {
  const bytes = await (file === '-' ? readStdin() : readFile(userPath(file))).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = UNREADABLE[error.code ?? ''] ?? error.message
      throw new ServiceError('not-found', `${file} cannot be read: ${reason}.`)
    },
  )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ServiceError('bad-input', `${file} is not UTF-8 text.`)
  }
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
