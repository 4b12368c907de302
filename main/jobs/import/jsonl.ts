import { isHeaderLine, readHeader } from '../trace-file/header.ts'
import { MAX_FILE_LINE } from '../trace-file/lines.ts'
import { parseLine } from '../trace-file/read-lines.ts'
import type { Importer } from './importer.ts'
import { JsonlTrace } from './jsonl-trace.ts'
import { numberedLines } from './numbered-lines.ts'

/**
 * Takes in the traces of a file of ours, one after the other; memory holds a batch. A trace that is refused is skipped
 * up to the next line that begins one.
 */
export async function importJsonl(path: string, importer: Importer): Promise<void> {
  const reader = new Reader(importer)
  try {
    let last = 0
    for await (const line of numberedLines(path, MAX_FILE_LINE)) {
      importer.ctx.signal.throwIfAborted()
      last = line.number
      if ('problem' in line) await reader.stop(line.number, line.problem)
      else await reader.line(line.number, line.text)
    }
    await reader.end(last)
  } catch (error) {
    await reader.abandon()
    throw error
  }
}

class Reader {
  private readonly importer: Importer
  private trace: JsonlTrace | null = null
  private isSkipping = false
  private isEmpty = true

  constructor(importer: Importer) {
    this.importer = importer
  }

  async line(number: number, text: string): Promise<void> {
    if (text.trim() === '' && this.trace === null) return
    this.isEmpty = false
    if (isHeaderLine(text)) return this.begin(number, text)
    if (this.trace !== null) return this.goOn(this.trace, number, text)
    if (!this.isSkipping) await this.begin(number, text)
  }

  /** The rest of the file cannot be read. */
  async stop(number: number, problem: string): Promise<void> {
    this.isEmpty = false
    await this.refuse(number, problem)
  }

  async end(last: number): Promise<void> {
    if (this.trace !== null) await this.refuse(last, this.trace.unended())
    if (this.isEmpty) this.importer.refuse({ line: 1 }, null, 'the file holds no trace')
  }

  async abandon(): Promise<void> {
    await this.trace?.discard()
  }

  private async begin(number: number, text: string): Promise<void> {
    if (this.trace !== null) await this.refuse(number, this.trace.unended())
    await this.importer.ctx.ready()
    const parsed = parseLine(text)
    const read = parsed.ok ? readHeader(parsed.value) : { ok: false as const, reason: parsed.error }
    if (!read.ok) return this.refuse(number, read.reason)
    this.isSkipping = false
    this.trace = await JsonlTrace.begin(this.importer, { line: number, text, header: read.header })
  }

  private async goOn(trace: JsonlTrace, number: number, text: string): Promise<void> {
    const problem = await trace.line(text)
    if (problem !== null) await this.refuse(number, problem)
    else if (trace.isEnded) this.trace = null
  }

  private async refuse(line: number, reason: string): Promise<void> {
    const trace = this.trace
    this.trace = null
    this.isSkipping = true
    await trace?.discard()
    this.importer.refuse({ line }, trace?.program ?? null, reason)
  }
}
