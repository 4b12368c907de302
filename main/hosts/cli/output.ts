import { once } from 'node:events'
import { programTitle } from '../../../shared/base/words.ts'

/** Where a command prints: results on stdout, everything else on stderr. */
export interface Output {
  /** One line of result for people; resolves when it may write more. Controls are escaped: a terminal obeys them. */
  readonly line: (text: string) => Promise<void>
  /** One line of result for programs. */
  readonly json: (value: string) => Promise<void>
  /** Result text exactly as it is, without a line end added. */
  readonly raw: (text: string) => Promise<void>
  /** Whether the reader of stdout has seen enough, as `head` does; further results go nowhere. */
  readonly isClosed: () => boolean
  /** A sentence for people. */
  readonly note: (text: string) => void
  /** Replaces the line of progress on a terminal; at most one line in five seconds elsewhere. */
  readonly progress: (text: string) => void
}

const PROGRESS_INTERVAL = 5000
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** The text with every control character but the line end and the tab written as `\xNN`. */
function harmless(text: string): string {
  return text.replace(
    CONTROLS,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** Results that cannot be written end the command: what is missing must not look complete. */
function fail(error: NodeJS.ErrnoException): never {
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  process.stderr.write(`The results cannot be written: ${reason}.\n`)
  process.exit(1)
}

export function createOutput(): Output {
  let onScreen = false
  let lastProgress = Date.now()
  const clear = (): void => {
    if (onScreen) process.stderr.write('\r\u001b[2K')
    onScreen = false
  }
  let isClosed = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') isClosed = true
    else fail(error)
  })
  const raw = async (text: string): Promise<void> => {
    if (isClosed) return
    clear()
    if (process.stdout.write(text)) return
    // A failed write says so by `error` and never drains.
    await once(process.stdout, 'drain').catch(() => {})
  }
  return {
    raw,
    isClosed: () => isClosed,
    line: (text) => raw(`${harmless(text)}\n`),
    json: (value) => raw(`${value}\n`),
    note: (text) => {
      clear()
      process.stderr.write(`${harmless(text)}\n`)
    },
    progress: (text) => {
      if (process.stderr.isTTY) {
        clear()
        process.stderr.write(harmless(text).slice(0, process.stderr.columns - 1))
        onScreen = true
      } else if (Date.now() - lastProgress > PROGRESS_INTERVAL) {
        lastProgress = Date.now()
        process.stderr.write(`${harmless(text)}\n`)
      }
    },
  }
}

/** Columns padded to a common width, the last one left as it is. */
export function columns(cells: readonly (readonly [text: string, width: number])[]): string {
  return cells
    .map(([text, width], i) => (i === cells.length - 1 ? text : text.padEnd(width)))
    .join('  ')
}

/** What a command that lists or makes traces prints of one, a line for people. */
export function traceLine(
  trace: {
    readonly [name in
      | 'trace'
      | 'events'
      | 'depth'
      | 'exit'
      | 'stopReason'
      | 'program'
      | 'entry']?: unknown
  },
  remark = '',
): string {
  return columns([
    [`${trace.trace}`, 18],
    [`${trace.events} events`, 14],
    [`depth ${trace.depth}`, 10],
    [`${trace.exit}`, 6],
    [`${trace.stopReason}`, 12],
    [`${programTitle(trace.program, trace.entry)}${remark}`, 0],
  ])
}

/** A JSON object with fields in exactly this order: plain objects would move names like `1` to the front. */
export function orderedJson(entries: readonly (readonly [name: string, json: string])[]): string {
  return `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}
