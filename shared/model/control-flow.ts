/** A line of code as far as indentation and its first word tell. */
interface Statement {
  readonly line: number
  readonly indent: number
  readonly word: string
  readonly text: string
}

const TAB = 8
const LOOPS = new Set(['for', 'while'])
const FUNCTIONS = new Set(['def', 'class'])
/** Headers that continue the statement before them on the same level. */
const CONTINUING = new Set(['elif', 'else', 'except', 'finally', 'case'])
const PASSED_BY = new Set(['if', 'elif', 'for', 'while', 'except', 'case', 'def', 'class', 'try'])

function statementsOf(lines: readonly string[]): Statement[] {
  return lines.flatMap((text, at) => {
    const code = text.trimStart()
    if (code === '' || code.startsWith('#')) return []
    const lead = text.slice(0, text.length - code.length).replaceAll('\t', ' '.repeat(TAB))
    const word = /^(?:async\s+)?(\w+)/.exec(code)?.[1] ?? ''
    return [{ line: at + 1, indent: lead.length, word, text: code }]
  })
}

function isHeader({ text }: Statement): boolean {
  return /:\s*(?:#.*)?$/.test(text)
}

/**
 * Which lines may come after which in a frame, read off indentation and keywords: no more than a hint to tell lines
 * apart that read the same. What an exception does is not followed.
 */
export class ControlFlow {
  private readonly statements: readonly Statement[]
  private readonly indexOf = new Map<number, number>()

  constructor(lines: readonly string[]) {
    this.statements = statementsOf(lines)
    for (const [at, { line }] of this.statements.entries()) this.indexOf.set(line, at)
  }

  /** Lines that may be next in the frame after `line`. */
  successors(line: number): ReadonlySet<number> {
    const at = this.indexOf.get(line)
    const found = new Set<number>()
    if (at !== undefined) this.collect(at, found)
    return found
  }

  /** The first and last line of the function a line is in; of the whole program outside of any. */
  functionOf(line: number): readonly [first: number, last: number] {
    const at = this.indexOf.get(line)
    const own = at === undefined ? undefined : this.statements[at]
    const whole = [1, this.statements.at(-1)?.line ?? 1] as const
    if (at === undefined || own === undefined) return whole
    const header = own.word === 'def' ? at : this.headerOf(at, (word) => word === 'def')
    const def = this.statements[header]
    if (def === undefined) return whole
    const end = this.nextOn(header)
    return [def.line, (this.statements[end]?.line ?? whole[1] + 1) - 1]
  }

  private collect(at: number, found: Set<number>): void {
    const own = this.statements[at]
    if (own === undefined) return
    if (isHeader(own)) {
      this.add(at + 1, found)
      if (PASSED_BY.has(own.word)) this.passBy(at, found)
    } else if (own.word === 'break') {
      const loop = this.headerOf(at, (word) => LOOPS.has(word))
      if (loop >= 0) this.follow(loop, found)
    } else if (own.word === 'continue') {
      this.add(
        this.headerOf(at, (word) => LOOPS.has(word)),
        found,
      )
    } else if (own.word !== 'return' && own.word !== 'raise') this.follow(at, found)
  }

  /** The body of a header is not entered. */
  private passBy(at: number, found: Set<number>): void {
    const next = this.nextOn(at)
    const own = this.statements[at]
    const other = this.statements[next]
    if (other !== undefined && other.indent === own?.indent && CONTINUING.has(other.word)) {
      found.add(other.line)
      // The line of an `else` is never run itself.
      this.add(next + 1, found)
    } else this.follow(at, found)
  }

  /** What comes after a statement is done. */
  private follow(at: number, found: Set<number>): void {
    const own = this.statements[at]
    if (own === undefined) return
    let next = this.nextOn(at)
    while (this.continues(next, own.indent)) {
      if (this.statements[next]?.word === 'finally') {
        this.add(next + 1, found)
        return
      }
      next = this.nextOn(next)
    }
    if (this.statements[next]?.indent === own.indent) {
      this.add(next, found)
      return
    }
    const header = this.headerOf(at, () => true)
    const word = this.statements[header]?.word ?? 'def'
    if (LOOPS.has(word)) this.add(header, found)
    else if (!FUNCTIONS.has(word)) this.follow(header, found)
  }

  private continues(at: number, indent: number): boolean {
    const statement = this.statements[at]
    return statement?.indent === indent && CONTINUING.has(statement.word)
  }

  /** Index of the next statement that is no deeper. */
  private nextOn(at: number): number {
    const indent = this.statements[at]?.indent ?? 0
    let next = at + 1
    while ((this.statements[next]?.indent ?? -1) > indent) next++
    return next
  }

  /** Index of the nearest statement around one whose word fits; -1 where there is none. */
  private headerOf(at: number, fits: (word: string) => boolean): number {
    let indent = this.statements[at]?.indent ?? 0
    for (let above = at - 1; above >= 0; above--) {
      const statement = this.statements[above]
      if (statement === undefined || statement.indent >= indent) continue
      if (fits(statement.word)) return above
      indent = statement.indent
    }
    return -1
  }

  private add(at: number, found: Set<number>): void {
    const statement = this.statements[at]
    if (statement !== undefined) found.add(statement.line)
  }
}
