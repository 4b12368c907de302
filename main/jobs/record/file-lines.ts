import { createReadStream } from 'node:fs'
import { ServiceError } from '../../../shared/rpc/wire.ts'

/** A line longer than this is not a program, and would be held in memory whole. */
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024

/**
 * The lines of a UTF-8 file, split at \n alone: JSON text may hold U+2028 and U+2029, at which readline splits too.
 * Throws one sentence when the file cannot be read, is not UTF-8, or has an endless line.
 */
export async function* fileLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARACTERS) throw new Error('a line has more than 16 MiB')
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : (error as Error).message
    throw new ServiceError('bad-input', `${path} cannot be read: ${why}.`)
  }
  if (rest !== '') yield rest
}
