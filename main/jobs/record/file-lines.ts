import { createReadStream } from 'node:fs'
import { ServiceError } from '../../../shared/rpc/wire.ts'

export interface FileLinesOptions {
  /** Longest line in UTF-16 units; a longer one is an error. Without it only memory is the limit. */
  readonly longest?: number
  /** Sees the bytes as they are read. */
  readonly onChunk?: (bytes: Uint8Array) => void
}

/**
 * The lines of a UTF-8 file, split at \n alone: JSON text may hold U+2028 and U+2029, at which readline splits too.
 * Throws one sentence when the file cannot be read, is not UTF-8, or has too long a line.
 */
export async function* fileLines(
  path: string,
  { longest = Number.POSITIVE_INFINITY, onChunk }: FileLinesOptions = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // Pieces of the line that has not ended yet: joined once, however many chunks it spans.
  let pieces: string[] = []
  let length = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      onChunk?.(chunk)
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
      pieces.push(first)
      length += first.length
      const last = others.pop()
      if (last !== undefined) {
        yield pieces.join('')
        yield* others
        pieces = [last]
        length = last.length
      }
      if (length > longest) throw new Error(`a line has more than ${longest} characters`)
    }
    pieces.push(decoder.decode())
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : (error as Error).message
    throw new ServiceError('bad-input', `${path} cannot be read: ${why}.`)
  }
  const rest = pieces.join('')
  if (rest !== '') yield rest
}
