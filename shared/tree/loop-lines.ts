import { atOnce, type InParts, Pace } from '../base/parts.ts'
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
  /** Its first physical line, without the indentation. */
  readonly text: string
  /** Where the colon that ends its header is; null without one. */
  colon: { readonly line: number; readonly column: number } | null
  /** Code follows the colon on its line: `for x in y: pass`. */
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

/** Position after the end of a string whose body starts at `from`; null where the line does not end it. */
function endOfString(line: string, from: number, quote: string): number | null {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at += 1
    else if (line.startsWith(quote, at)) return at + quote.length
  }
  return null
}

/** Whether a string that a line does not end goes on in the next. */
function goesOn(line: string, quote: string): boolean {
  return quote.length === 3 || line.endsWith('\\')
}

/** Reads a physical line; tells where its first colon outside of strings and brackets is, -1 for none. */
function readLine(line: string, reading: Reading): { colon: number; end: number } {
  let at = 0
  let colon = -1
  let end = line.length
  reading.joined = false
  if (reading.quote !== '') {
    const after = endOfString(line, 0, reading.quote)
    if (after === null && goesOn(line, reading.quote)) return { colon, end }
    reading.quote = ''
    at = after ?? line.length
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
      const after = endOfString(line, at + token.length, token)
      if (after === null) {
        if (goesOn(line, token)) reading.quote = token
        break
      }
      TOKEN.lastIndex = after
    }
  }
  return { colon, end }
}

function isOpen({ quote, brackets, joined }: Reading): boolean {
  return quote !== '' || brackets > 0 || joined
}

/** The statements' lines, those of one statement joined; blank lines and comments are none. */
function* logicalLines(lines: readonly string[]): InParts<readonly LogicalLine[]> {
  const found: LogicalLine[] = []
  const reading: Reading = { quote: '', brackets: 0, joined: false }
  const pace = new Pace()
  let open: LogicalLine | null = null
  for (const [index, line] of lines.entries()) {
    if (pace.isDue(1 + line.length)) yield
    if (open === null && /^\s*(#|$)/.test(line)) continue
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
      open.colon = { line: index + 1, column: header }
      open.oneLine = line.slice(header + 1, end).trim() !== ''
    }
    if (isOpen(reading)) continue
    found.push(open)
    open = null
  }
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

/** A loop's header without its colon, on one line. */
function headerOf(
  lines: readonly string[],
  first: number,
  colon: { line: number; column: number },
) {
  const whole = lines.slice(first - 1, colon.line - 1)
  const last = lines[colon.line - 1]?.slice(0, colon.column) ?? ''
  return [...whole, last]
    .join(' ')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^async /, '')
}

function loopOf(
  lines: readonly string[],
  { first, last, text, colon }: LogicalLine,
  owner: string,
): OpenBlock['loop'] {
  const kind = LOOP.exec(text)?.[1]
  if (colon === null || (kind !== 'for' && kind !== 'while')) return null
  return {
    kind,
    head: first,
    headEnd: colon.line,
    end: last,
    owner,
    text: headerOf(lines, first, colon),
  }
}

/** The same as `loopsOfLines`, in parts: a source may have a million characters. */
export function* loopsInParts(lines: readonly string[]): InParts<readonly SourceLoop[]> {
  const loops: SourceLoop[] = []
  const blocks: OpenBlock[] = []
  for (const line of yield* logicalLines(lines)) {
    while ((blocks.at(-1)?.indent ?? -1) >= line.indent) blocks.pop()
    for (const { loop } of blocks) if (loop !== null) loop.end = line.last
    const owner = blocks.findLast((block) => block.owner !== null)?.owner ?? '<module>'
    const loop = loopOf(lines, line, owner)
    const named = OWNER.exec(line.text)?.[1]
    if (loop !== null) {
      loops.push(loop)
      if (!line.oneLine) blocks.push({ indent: line.indent, owner: null, loop })
    } else if (named !== undefined) blocks.push({ indent: line.indent, owner: named, loop: null })
  }
  return loops
}

/**
 * The `for` and `while` statements of a Python source, in order, read off its lines: a parser finds the same and takes
 * thirty times as long (test/unit/loop-lines.test.ts compares the two). A source with errors gives those it can.
 */
export function loopsOfLines(lines: readonly string[]): readonly SourceLoop[] {
  return atOnce(loopsInParts(lines))
}
