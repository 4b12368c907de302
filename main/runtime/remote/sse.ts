import { formatBytes } from '../../../shared/base/words.ts'
import { RemoteFailure } from './failure.ts'

export interface ReplyLimits {
  /** UTF-16 units of one line, and of the data of one event. */
  readonly line: number
  /** Bytes of a whole reply. */
  readonly reply: number
}

export const REPLY_LIMITS: ReplyLimits = { line: 1024 * 1024, reply: 16 * 1024 * 1024 }

function tooLong(what: string, limit: number): RemoteFailure {
  return new RemoteFailure({
    hop: 'reply',
    message: `The server sent ${what} of more than ${formatBytes(limit)}, which no answer needs; it was cut off.`,
  })
}

/**
 * Reads server-sent events from pieces of text, however these are cut. Every character is looked at once, so that a
 * server which sends single bytes costs no more than another.
 */
export class SseReader {
  private readonly limit: number
  private line: string[] = []
  private lineLength = 0
  private data: string[] = []
  private dataLength = 0
  /** The last line ended in a carriage return; a line feed that follows belongs to its end. */
  private afterReturn = false

  constructor(limit: number) {
    this.limit = limit
  }

  /** Data of the events that are whole with this piece. Throws a RemoteFailure at a line that is too long. */
  push(piece: string): string[] {
    const events: string[] = []
    let from = 0
    if (this.afterReturn && piece.startsWith('\n')) from = 1
    if (piece !== '') this.afterReturn = false
    for (const { index } of piece.matchAll(/\r\n|\n|\r/g)) {
      if (index < from) continue
      this.add(piece.slice(from, index))
      const isPair = piece[index] === '\r' && piece[index + 1] === '\n'
      from = index + (isPair ? 2 : 1)
      this.endLine(events)
    }
    if (piece.endsWith('\r')) this.afterReturn = true
    this.add(piece.slice(from))
    return events
  }

  private add(text: string): void {
    if (text === '') return
    this.lineLength += text.length
    if (this.lineLength > this.limit) throw tooLong('a line', this.limit)
    this.line.push(text)
  }

  private endLine(events: string[]): void {
    const line = this.line.length === 1 ? (this.line[0] ?? '') : this.line.join('')
    this.line = []
    this.lineLength = 0
    if (line === '') {
      if (this.data.length > 0) events.push(this.data.join('\n'))
      this.data = []
      this.dataLength = 0
    } else if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5)
      this.dataLength += value.length + 1
      if (this.dataLength > this.limit) throw tooLong('an event', this.limit)
      this.data.push(value)
    }
  }
}

/** The bytes as text, counted against the limit of a reply. Throws a RemoteFailure where they are no UTF-8. */
export async function* textOf(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > limit) throw tooLong('a reply', limit)
    yield decode(decoder, chunk)
  }
  yield decode(decoder, null)
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array | null): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    throw new RemoteFailure({
      hop: 'protocol',
      message: 'The server sent bytes that are no UTF-8; its reply cannot be read.',
    })
  }
}

/** A reply that is read whole. */
export async function wholeText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const parts: string[] = []
  for await (const text of textOf(body, limit)) parts.push(text)
  return parts.join('')
}
