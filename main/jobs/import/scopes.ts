import { sourceLines } from '../../../shared/trace/source.ts'
import type { SliceCode } from '../../store/read-types.ts'

/** A function or class of a source: lines from its first decorator to its last statement, one-based. */
export interface Scope {
  readonly name: string
  readonly qualname: string
  readonly kind: 'module' | 'function' | 'class'
  readonly firstLine: number
  readonly defLine: number
  readonly lastLine: number
  readonly parent: Scope | null
}

/** Lines of a source and the functions they belong to, as far as the text tells: nothing is compiled. */
export interface ScopeMap {
  readonly lines: readonly string[]
  readonly module: Scope
  /** The innermost function or class around a line; a header's lines belong to what is around it. */
  readonly bodyAt: (line: number) => Scope
  /** The function or class whose header (decorators and the `def`) the line belongs to, or null. */
  readonly headerAt: (line: number) => Scope | null
}

interface OpenScope {
  readonly indent: number
  readonly name: string
  readonly kind: 'function' | 'class'
  readonly firstLine: number
  readonly defLine: number
  readonly parent: OpenScope | null
  lastLine: number
}

const DEFINITION = /^[ \t\f]*(?:async[ \t]+)?(def|class)[ \t]+([^\W\d]\w*)/u
const DECORATOR = /^[ \t\f]*@/

/** Finds functions and classes by their headers and indentation; strings and brackets over several lines are skipped. */
export function scopesOf(source: string): ScopeMap {
  const lines = sourceLines(source)
  const found = findScopes(lines)
  const module: Scope = {
    name: '<module>',
    qualname: '<module>',
    kind: 'module',
    firstLine: 1,
    defLine: 1,
    lastLine: lines.length,
    parent: null,
  }
  const scopes = nameScopes(found, module)
  const body: Scope[] = new Array<Scope>(lines.length + 1).fill(module)
  const header = new Map<number, Scope>()
  // Outer ones come first, so that the inner ones write over them.
  for (const scope of scopes) {
    for (let line = scope.defLine; line <= scope.lastLine; line++) body[line] = scope
    for (let line = scope.firstLine; line <= scope.defLine; line++) header.set(line, scope)
  }
  return {
    lines,
    module,
    bodyAt: (line) => body[line] ?? module,
    headerAt: (line) => header.get(line) ?? null,
  }
}

/** A code object of the scope in a file of this name. */
export function codeOf(scope: Scope, file: string): SliceCode {
  return { name: scope.name, qualname: scope.qualname, file, firstLine: scope.firstLine }
}

/** A code object inside the scope that has no header of its own: a lambda or a comprehension. */
export function innerCode(
  scope: Scope,
  name: string,
  place: { file: string; line: number },
): SliceCode {
  const within = scope.kind === 'module' ? '' : `${scope.qualname}.`
  const local = scope.kind === 'function' ? '<locals>.' : ''
  return { name, qualname: `${within}${local}${name}`, file: place.file, firstLine: place.line }
}

function findScopes(lines: readonly string[]): OpenScope[] {
  const found: OpenScope[] = []
  const open: OpenScope[] = []
  const cursor = new LineCursor()
  let decorated: number | null = null
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    const isStart = cursor.isAtStart()
    cursor.read(text)
    if (!isStart) {
      for (const scope of open) scope.lastLine = line
      continue
    }
    const blank = /^\s*(#|$)/.test(text)
    if (blank) continue
    const indent = indentOf(text)
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    for (const scope of open) scope.lastLine = line
    if (DECORATOR.test(text)) {
      decorated ??= line
      continue
    }
    const header = DEFINITION.exec(text)
    if (header !== null) {
      const scope: OpenScope = {
        indent,
        name: String(header[2]),
        kind: header[1] === 'def' ? 'function' : 'class',
        firstLine: decorated ?? line,
        defLine: line,
        parent: open.at(-1) ?? null,
        lastLine: line,
      }
      found.push(scope)
      open.push(scope)
    }
    decorated = null
  }
  return found
}

function nameScopes(found: readonly OpenScope[], module: Scope): Scope[] {
  const made = new Map<OpenScope, Scope>()
  for (const open of found) {
    const parent = open.parent === null ? module : (made.get(open.parent) ?? module)
    const within = parent.kind === 'module' ? '' : `${parent.qualname}.`
    const local = parent.kind === 'function' ? '<locals>.' : ''
    const { name, kind, firstLine, defLine, lastLine } = open
    const qualname = `${within}${local}${name}`
    made.set(open, { name, kind, firstLine, defLine, lastLine, qualname, parent })
  }
  return [...made.values()]
}

/** Columns as Python counts them: a tab goes on to the next multiple of eight. */
function indentOf(text: string): number {
  let column = 0
  for (const character of text) {
    if (character === ' ') column++
    else if (character === '\t') column += 8 - (column % 8)
    else if (character !== '\f') break
  }
  return column
}

/** Tells whether the next line begins a statement, following strings, brackets and line ends with a backslash. */
class LineCursor {
  private quote: string | null = null
  private brackets = 0
  private isContinued = false

  isAtStart(): boolean {
    return this.quote === null && this.brackets === 0 && !this.isContinued
  }

  read(text: string): void {
    this.isContinued = false
    for (let at = 0; at < text.length; )
      at += this.quote === null ? this.plain(text, at) : this.quoted(text, at)
    // A string with single quotes ends with its line, unless a backslash carries it over.
    if (this.quote?.length === 1 && !text.endsWith('\\')) this.quote = null
  }

  private plain(text: string, at: number): number {
    const character = text[at] ?? ''
    if (character === '#') return text.length - at
    if (character === '\\' && at === text.length - 1) this.isContinued = true
    if ('([{'.includes(character)) this.brackets++
    if (')]}'.includes(character)) this.brackets = Math.max(0, this.brackets - 1)
    if (character !== '"' && character !== "'") return 1
    const triple = character.repeat(3)
    this.quote = text.startsWith(triple, at) ? triple : character
    return this.quote.length
  }

  private quoted(text: string, at: number): number {
    if (text[at] === '\\') return 2
    const quote = this.quote ?? ''
    if (!text.startsWith(quote, at)) return 1
    this.quote = null
    return quote.length
  }
}
