import type { ReprKind } from './repr-tree.ts'

const NUMBER =
  /[-+]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?:[-+](?:inf|nan|\d+\.?\d*(?:[eE][-+]?\d+)?))?j?/y
const NAME = /[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*/y
/** An instance as the tracer writes it where no code may be asked: `<Point at 0x1 {x=1}>`. */
const INSTANCE = /<[^\s<>()[\]{}]+ at \w+ \{/y
const SPACE = /\s*/y

const WORDS: Readonly<Record<string, ReprKind>> = {
  None: 'none',
  True: 'bool',
  False: 'bool',
  inf: 'number',
  nan: 'number',
  infj: 'number',
  nanj: 'number',
}
const LONGEST_WORD = 5

const BRACKETS: Readonly<Record<string, readonly [kind: ReprKind, close: string]>> = {
  '[': ['list', ']'],
  '(': ['tuple', ')'],
  '{': ['dict', '}'],
}

/** What begins at a place of a text: a part that ends at `end`, or whose inside begins there. */
export interface Beginning {
  readonly kind: ReprKind
  readonly end: number
  /** The bracket that ends its inside; null for a part without one. */
  readonly close: string | null
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Finds where the parts of one text begin and end; each character is looked at a fixed number of times. */
export class ReprScanner {
  private readonly text: string
  private readonly isCut: boolean
  /** A `<` without its `>` was met: none is looked for again. */
  private noAngle = false
  /** The text ends inside a quoted literal or inside `<…`. */
  unclosed = false

  constructor(text: string, isCut: boolean) {
    this.text = text
    this.isCut = isCut
  }

  /** The next place that is no white space. */
  skipSpace(at: number): number {
    return matchAt(SPACE, this.text, at)
  }

  /** Where a word ends: at a comma, at a bracket that was open before it, and after a key at its colon. */
  wordEnd(from: number, isKey: boolean): number {
    const { text } = this
    let depth = 0
    for (let at = from; at < text.length; at++) {
      const char = text[at] as string
      if (char === '(' || char === '[' || char === '{') depth++
      else if (char === ')' || char === ']' || char === '}') {
        if (depth === 0) return at
        depth--
      } else if (depth === 0 && (char === ',' || (char === ':' && isKey && at > from))) return at
    }
    return text.length
  }

  begin(at: number, isKey: boolean): Beginning {
    const { text } = this
    const char = text[at] as string
    const quote = char === 'b' ? text[at + 1] : char
    if (quote === "'" || quote === '"') {
      const kind = char === 'b' ? 'bytes' : 'string'
      return { kind, end: this.quoteEnd(char === 'b' ? at + 1 : at), close: null }
    }
    const bracket = BRACKETS[char]
    if (bracket !== undefined) return { kind: bracket[0], end: at + 1, close: bracket[1] }
    const angle = char === '<' ? this.angle(at) : null
    if (angle !== null) return angle
    if (text.startsWith('...', at)) return { kind: 'self', end: at + 3, close: null }
    const name = matchAt(NAME, text, at)
    if (name > at && text[name] === '(') return { kind: 'call', end: name + 1, close: ')' }
    if (name > at) {
      const word = name - at > LONGEST_WORD ? '' : text.slice(at, name)
      const kind = WORDS[word] ?? 'word'
      return { kind, end: kind === 'number' ? matchAt(NUMBER, text, at) : name, close: null }
    }
    const number = matchAt(NUMBER, text, at)
    if (number > at) return { kind: 'number', end: number, close: null }
    return { kind: 'word', end: Math.max(at + 1, this.wordEnd(at, isKey)), close: null }
  }

  private quoteEnd(open: number): number {
    const { text } = this
    const quote = text[open] as string
    for (let at = text.indexOf(quote, open + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
      let slashes = 0
      while (text[at - 1 - slashes] === '\\') slashes++
      if (slashes % 2 === 0) return at + 1
    }
    this.unclosed = true
    return text.length
  }

  /** `<…>` with what it nests; null where it has no end. */
  private angle(from: number): Beginning | null {
    const { text } = this
    const inside = matchAt(INSTANCE, text, from)
    if (inside > from) return { kind: 'angle', end: inside, close: '}' }
    if (this.noAngle) return null
    let depth = 0
    for (let at = from; at < text.length; at++) {
      const char = text[at]
      if (char === '<') depth++
      else if (char === '>' && text[at - 1] !== '-' && text[at - 1] !== '=') depth--
      if (depth === 0) return { kind: 'angle', end: at + 1, close: null }
    }
    this.noAngle = true
    if (!this.isCut) return null
    this.unclosed = true
    return { kind: 'angle', end: text.length, close: null }
  }
}
