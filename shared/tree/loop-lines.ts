import type { SourceLoop } from './loops.ts'

/** What a line of Python begins and ends in: the state of reading strings, brackets and joined lines. */
interface Reading {
  /** The quotes that end the string the line begins in, '' outside of strings. */
  quote: string
  brackets: number
  /** The line before ended in a backslash. */
  joined: boolean
}

interface LogicalLine {
  readonly first: number
  last: number
  readonly indent: number
  readonly text: string
  /** The statement's colon is on its line, and code after it: `for x in y: pass`. */
  colon: number | null
  oneLine: boolean
}

const TAB = 8

function indentOf(line: string): number {
  let width = 0
  for (const char of line) {
    if (char === ' ') width += 1
    else if (char === '\t') width += TAB - (width % TAB)
    else if (char !== '\f') break
  }
  return width
}

const TOKEN = /'''|"""|['"#()[\]{}:\\]/g
const LAMBDA = /\blambda\b/g

/** Position after the end of a string whose body starts at `from`; the line's length where it goes on. */
function endOfString(line: string, from: number, quote: string): { at: number; closed: boolean } {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at += 1
    else if (line.startsWith(quote, at)) return { at: at + quote.length, closed: true }
  }
  return { at: line.length, closed: false }
}

/** Reads a physical line; tells where its first colon outside of strings and brackets is, -1 for none. */
function readLine(line: string, reading: Reading): { colon: number; end: number } {
  let at = 0
  let colon = -1
  let end = line.length
  reading.joined = false
  if (reading.quote !== '') {
    const string = endOfString(line, 0, reading.quote)
    if (!string.closed) return { colon, end }
    reading.quote = ''
    at = string.at
  }
  for (TOKEN.lastIndex = at; ; ) {
    const found = TOKEN.exec(line)
    if (found === null) break
    const [token] = found
    at = found.index
    if (token === '#') {
      end = at
      break
    }
    if (token === '\\') reading.joined = at === line.length - 1
    else if (token === ':') {
      if (reading.brackets === 0 && colon < 0 && line[at + 1] !== '=') colon = at
    } else if ('([{'.includes(token)) reading.brackets += 1
    else if (')]}'.includes(token)) reading.brackets = Math.max(0, reading.brackets - 1)
    else {
      const string = endOfString(line, at + token.length, token)
      if (!string.closed && token.length === 3) {
        reading.quote = token
        break
      }
      TOKEN.lastIndex = string.at
    }
  }
  return { colon, end }
}

function isOpen({ quote, brackets, joined }: Reading): boolean {
  return quote !== '' || brackets > 0 || joined
}

/** The statements' lines, those of one statement joined; blank lines and comments are none. */
function logicalLines(lines: readonly string[]): LogicalLine[] {
  const found: LogicalLine[] = []
  const reading: Reading = { quote: '', brackets: 0, joined: false }
  let open: LogicalLine | null = null
  lines.forEach((line, index) => {
    if (open === null && /^\s*(#|$)/.test(line)) return
    open ??= {
      first: index + 1,
      last: index + 1,
      indent: indentOf(line),
      text: line.trim(),
      colon: null,
      oneLine: false,
    }
    const { colon, end } = readLine(line, reading)
    open.last = index + 1
    if (colon >= 0 && open.colon === null) {
      const lambdas = line.slice(0, colon).match(LAMBDA)?.length ?? 0
      const header = lambdas === 0 ? colon : line.lastIndexOf(':', end)
      open.colon = index + 1
      open.oneLine = line.slice(header + 1, end).trim() !== ''
    }
    if (isOpen(reading)) return
    found.push(open)
    open = null
  })
  if (open !== null) found.push(open)
  return found
}

const LOOP = /^(?:async\s+)?(for|while)\b/
const OWNER = /^(?:async\s+)?(?:def|class)\s+([^\s(:[]+)/

interface OpenBlock {
  readonly indent: number
  /** Name of a function or class; null for a loop. */
  readonly owner: string | null
  readonly loop: { -readonly [K in keyof SourceLoop]: SourceLoop[K] } | null
}

function loopOf(line: LogicalLine, owner: string): OpenBlock['loop'] {
  const kind = LOOP.exec(line.text)?.[1]
  if (line.colon === null || (kind !== 'for' && kind !== 'while')) return null
  const text = line.text.replace(/^async\s+/, '').replace(/\s*:.*$/, '')
  return { kind, head: line.first, headEnd: line.colon, end: line.last, owner, text }
}

/**
 * The loops of a Python source, read off its lines: enough to place breakpoints and count visits where there is no
 * parser (renderer/src/ui/python-loops.ts reads the same from the syntax tree). Linear in the source.
 */
export function loopsOfLines(lines: readonly string[]): readonly SourceLoop[] {
  const loops: SourceLoop[] = []
  const blocks: OpenBlock[] = []
  for (const line of logicalLines(lines)) {
    while ((blocks.at(-1)?.indent ?? -1) >= line.indent) blocks.pop()
    for (const { loop } of blocks) if (loop !== null) loop.end = line.last
    const owner = blocks.findLast((block) => block.owner !== null)?.owner ?? '<module>'
    const loop = loopOf(line, owner)
    const named = OWNER.exec(line.text)?.[1]
    if (loop !== null) {
      loops.push(loop)
      if (!line.oneLine) blocks.push({ indent: line.indent, owner: null, loop })
    } else if (named !== undefined) blocks.push({ indent: line.indent, owner: named, loop: null })
  }
  return loops
}
