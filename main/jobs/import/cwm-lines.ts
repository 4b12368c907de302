import type { SliceCode } from '../../store/read-types.ts'
import { type CwmFrame, CwmProblem } from './cwm-text.ts'
import { valueOfRepr } from './repr-types.ts'
import { codeOf, innerCode, type Scope, type ScopeMap, scopesOf } from './scopes.ts'

/** Where a call is: its line, and the code that begins there. */
export interface FoundLine {
  readonly line: number
  readonly scope: Scope
  readonly code: SliceCode
}

/** What is looked at of a running frame. */
interface Running {
  readonly scope: Scope
  readonly code: SliceCode
  readonly line: number
}

const MARKER = /[ \t]*#[ \t]*<<[ \t]*START_OF_TRACE[ \t]*$/

/** The code without the comment that marks the entry. */
export function withoutMarker(context: string): string {
  return context
    .split('\n')
    .map((line) => line.replace(MARKER, ''))
    .join('\n')
}

/** Finds lines of the code by their text, which is all that CWM's format tells of a place. */
export class CwmLines {
  /** Events whose text fits several lines of their function, and the line taken for the first. */
  readonly ambiguous = { count: 0, line: 0 }
  private readonly map: ScopeMap
  private readonly file: string
  private readonly byText = new Map<string, number[]>()
  private readonly byTrimmed = new Map<string, number[]>()

  constructor(code: string, file: string) {
    this.map = scopesOf(code)
    this.file = file
    for (const [index, text] of this.map.lines.entries()) {
      add(this.byText, text.trimEnd(), index + 1)
      add(this.byTrimmed, text.trim(), index + 1)
    }
  }

  isAt(src: string, line: number): boolean {
    return this.linesOf(src).includes(line)
  }

  /** Whether some function or class begins with this line. */
  isHeader(src: string): boolean {
    return this.headersOf(src).length > 0
  }

  /** The function that a call frame enters, with the frame after it, which is in that function. */
  call(frame: CwmFrame, next: CwmFrame | undefined): FoundLine {
    const { src, at } = frame
    const candidates = this.fitting(this.headersOf(src), frame, next)
    const scope = candidates[0]
    if (scope !== undefined) {
      if (candidates.length > 1) this.noteAmbiguous(scope.firstLine)
      return { line: scope.firstLine, scope, code: codeOf(scope, this.file) }
    }
    const lines = this.linesOf(src)
    const line = lines[0]
    const name = innerName(frame)
    if (line === undefined) throw new CwmProblem(at, this.whyNot(src))
    if (name === null)
      throw new CwmProblem(at, `${shown(src)} is called, and no function begins there`)
    if (lines.length > 1) this.noteAmbiguous(line)
    const around = this.map.bodyAt(line)
    return { line, scope: around, code: innerCode(around, name, { file: this.file, line }) }
  }

  /** Of functions with the same header those that fit best: by parameters, by what comes next, by the class of `self`. */
  private fitting(scopes: Scope[], { locals }: CwmFrame, next: CwmFrame | undefined): Scope[] {
    const names = (locals ?? []).map(([name]) => name)
    const self = locals?.[0]
    const owner = self === undefined ? '' : valueOfRepr(self[1]).type
    const rules: ((scope: Scope) => boolean)[] = [
      (scope) => this.hasParameters(scope, names),
      (scope) => next === undefined || this.linesOf(next.src).some((one) => this.isIn(one, scope)),
      (scope) => scope.parent?.name === owner,
    ]
    return rules.reduce((left, rule) => {
      const fit = left.filter(rule)
      return fit.length > 0 ? fit : left
    }, scopes)
  }

  /** The line of a frame within a running function, or null where the function has no such line. */
  within({ src, kind }: CwmFrame, { scope, code, line }: Running): number | null {
    const candidates = this.linesOf(src).filter((one) => this.isIn(one, scope))
    if (candidates.length === 0) return null
    // A frame is left on the line it was on.
    if (kind !== 'line' && candidates.includes(line)) return line
    const [first = 0] = candidates
    if (candidates.length === 1) return first
    // A lambda or comprehension is on the line it began on as long as that fits.
    if (code.name.startsWith('<') && candidates.includes(line)) return line
    const chosen = candidates.find((one) => one > line) ?? first
    this.noteAmbiguous(chosen)
    return chosen
  }

  whyNot(src: string): string {
    return this.linesOf(src).length === 0
      ? `the source line ${shown(src)} is not in the code`
      : `the source line ${shown(src)} is in another function than the one that runs`
  }

  private linesOf(src: string): readonly number[] {
    const text = src
      .replace(/\r?\n$/, '')
      .replace(MARKER, '')
      .trimEnd()
    return this.byText.get(text) ?? this.byTrimmed.get(text.trim()) ?? []
  }

  private headersOf(src: string): Scope[] {
    return this.linesOf(src).flatMap((line) => {
      const scope = this.map.headerAt(line)
      return scope !== null && scope.firstLine === line ? [scope] : []
    })
  }

  /** A statement of the body, or the header of something defined in it. */
  private isIn(line: number, scope: Scope): boolean {
    const header = this.map.headerAt(line)
    return header?.parent === scope || this.map.bodyAt(line) === scope
  }

  /** Whether each variable a frame begins with occurs in the header, as parameters do. */
  private hasParameters(scope: Scope, names: readonly string[]): boolean {
    const header = this.map.lines
      .slice(scope.defLine - 1, scope.lastLine)
      .join('\n')
      .slice(0, 2000)
    return names.every((name) => header.includes(name))
  }

  private noteAmbiguous(line: number): void {
    if (this.ambiguous.count++ === 0) this.ambiguous.line = line
  }
}

function add(index: Map<string, number[]>, text: string, line: number): void {
  const known = index.get(text)
  if (known === undefined) index.set(text, [line])
  else known.push(line)
}

/** Name of code without a header: only a comprehension's first variable is `.0`. */
function innerName({ src, locals }: CwmFrame): string | null {
  if (locals?.[0]?.[0] === '.0') return '<genexpr>'
  return /\blambda\b/.test(src) ? '<lambda>' : null
}

function shown(src: string): string {
  const text = src.trim()
  return text.length > 80 ? `“${text.slice(0, 80)}…”` : `“${text}”`
}
