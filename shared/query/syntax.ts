import { QueryProblemError } from './expression.ts'
import { readTokens, type Token } from './tokens.ts'

interface Place {
  readonly position: number
  readonly end: number
  /** Written in brackets of its own. */
  readonly bracketed?: true
}

/** A query as written, names not looked up yet. */
export type Syntax = Place &
  (
    | { readonly is: 'literal'; readonly value: number | string | boolean | null }
    | { readonly is: 'name'; readonly name: string }
    | { readonly is: 'member'; readonly of: Syntax; readonly name: string; readonly nameAt: number }
    | { readonly is: 'call'; readonly callee: Syntax; readonly arguments: readonly Syntax[] }
    | {
        readonly is: 'loop'
        readonly of: Syntax
        readonly name: string
        readonly rows: Syntax
        readonly condition: Syntax | null
      }
    | { readonly is: 'list'; readonly items: readonly Syntax[] }
    | {
        readonly is: 'binary'
        readonly operator: string
        readonly left: Syntax
        readonly right: Syntax
      }
    | { readonly is: 'unary'; readonly operator: 'not' | '-'; readonly part: Syntax }
  )

/** Words that are never names of rows or fields. */
export const KEYWORDS = ['and', 'or', 'not', 'in', 'is', 'for', 'if', 'None', 'True', 'False']
const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>']
const MAX_DEPTH = 40
const MAX_PARTS = 1000

/** Reads a query by Python's rules of precedence. */
class Parser {
  private readonly tokens: readonly Token[]
  private at = 0
  private depth = 0
  private parts = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  whole(): Syntax {
    const read = this.either()
    const rest = this.token()
    if (rest.kind !== 'end')
      this.fail(rest, `${shown(rest)} does not fit there; expected and, or, or the end`)
    return read
  }

  private token(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token
  }

  private next(): Token {
    const token = this.token()
    this.at++
    return token
  }

  private fail(token: Token, message: string): never {
    const { position, end } = token
    throw new QueryProblemError({
      position,
      end,
      message: `${message} (character ${position + 1}).`,
      replacement: null,
    })
  }

  private isNext(...texts: readonly string[]): boolean {
    const token = this.token()
    return (token.kind === 'sign' || token.kind === 'name') && texts.includes(token.text)
  }

  private take(text: string): Token | null {
    return this.isNext(text) ? this.next() : null
  }

  private must(text: string, why: string): Token {
    return (
      this.take(text) ??
      this.fail(this.token(), `Expected ${text} ${why}, found ${shown(this.token())}`)
    )
  }

  private binary(operator: string, left: Syntax, right: Syntax): Syntax {
    this.count(this.token())
    return { is: 'binary', operator, left, right, position: left.position, end: right.end }
  }

  private count(token: Token): void {
    this.parts++
    if (this.parts > MAX_PARTS) this.fail(token, `The query has more than ${MAX_PARTS} parts`)
  }

  /** Runs `read` one level deeper. */
  private deeper<T>(read: () => T): T {
    if (this.depth >= MAX_DEPTH) {
      this.fail(this.token(), `The query is nested more than ${MAX_DEPTH} levels deep`)
    }
    this.depth++
    const result = read()
    this.depth--
    return result
  }

  private either(): Syntax {
    let left = this.both()
    while (this.take('or') !== null) left = this.binary('or', left, this.both())
    return left
  }

  private both(): Syntax {
    let left = this.inverted()
    while (this.take('and') !== null) left = this.binary('and', left, this.inverted())
    return left
  }

  private inverted(): Syntax {
    const token = this.take('not')
    if (token === null) return this.comparison()
    const part = this.deeper(() => this.inverted())
    return { is: 'unary', operator: 'not', part, position: token.position, end: part.end }
  }

  private comparisonOperator(): string | null {
    const token = this.token()
    if (token.kind === 'sign' && COMPARISONS.includes(token.text)) return this.next().text
    if (this.take('in') !== null) return 'in'
    if (this.take('is') !== null) return this.take('not') === null ? 'is' : 'is not'
    if (this.isNext('not')) {
      this.next()
      this.must('in', 'after not')
      return 'not in'
    }
    return null
  }

  /** `a < b < c` means `a < b and b < c`. */
  private comparison(): Syntax {
    const first = this.sum()
    let left = first
    let whole: Syntax | null = null
    for (
      let operator = this.comparisonOperator();
      operator !== null;
      operator = this.comparisonOperator()
    ) {
      const right = this.sum()
      const one = this.binary(operator, left, right)
      whole = whole === null ? one : this.binary('and', whole, one)
      left = right
    }
    return whole ?? first
  }

  private sum(): Syntax {
    let left = this.product()
    while (this.isNext('+', '-')) left = this.binary(this.next().text, left, this.product())
    return left
  }

  private product(): Syntax {
    let left = this.negative()
    while (this.isNext('*', '/')) left = this.binary(this.next().text, left, this.negative())
    return left
  }

  private negative(): Syntax {
    const token = this.take('-')
    if (token === null) return this.postfix()
    const part = this.deeper(() => this.negative())
    return { is: 'unary', operator: '-', part, position: token.position, end: part.end }
  }

  private postfix(): Syntax {
    let read = this.primary()
    while (true) {
      if (this.take('.') !== null) {
        const name = this.next()
        if (name.kind !== 'name')
          this.fail(name, `Expected a name after the dot, found ${shown(name)}`)
        this.count(name)
        read = {
          is: 'member',
          of: read,
          name: name.text,
          nameAt: name.position,
          position: read.position,
          end: name.end,
        }
      } else if (this.isNext('(')) {
        this.next()
        const given = this.deeper(() => this.given())
        const end = this.must(')', 'to close the call').end
        read = { is: 'call', callee: read, arguments: given, position: read.position, end }
      } else return read
    }
  }

  private given(): Syntax[] {
    if (this.isNext(')')) return []
    const given: Syntax[] = []
    do given.push(this.loopOr(this.either()))
    while (this.take(',') !== null && !this.isNext(')'))
    return given
  }

  /** `… for name in rows if …` after what was read; the loop's rows bind tighter than `if`. */
  private loopOr(of: Syntax): Syntax {
    if (this.take('for') === null) return of
    const name = this.next()
    if (name.kind !== 'name' || KEYWORDS.includes(name.text)) {
      this.fail(name, `Expected a name for the rows after for, found ${shown(name)}`)
    }
    this.must('in', 'after the name of the rows')
    const rows = this.postfix()
    const condition = this.take('if') === null ? null : this.either()
    const end = (condition ?? rows).end
    return { is: 'loop', of, name: name.text, rows, condition, position: of.position, end }
  }

  private list(open: Token): Syntax {
    const close = open.text === '(' ? ')' : ']'
    const items = this.deeper(() => {
      const read: Syntax[] = []
      while (!this.isNext(close)) {
        read.push(this.either())
        if (this.take(',') === null) return { read, single: read.length === 1 && close === ')' }
      }
      return { read, single: false }
    })
    const end = this.must(close, `to close the ${open.text} at character ${open.position + 1}`).end
    const [only] = items.read
    if (items.single && only !== undefined)
      return { ...only, position: open.position, end, bracketed: true }
    return { is: 'list', items: items.read, position: open.position, end }
  }

  private primary(): Syntax {
    const token = this.next()
    this.count(token)
    const { position, end } = token
    if (token.kind === 'text') return { is: 'literal', value: token.text, position, end }
    if (token.kind === 'number') return { is: 'literal', value: Number(token.text), position, end }
    if (token.kind === 'sign' && (token.text === '(' || token.text === '[')) return this.list(token)
    if (token.kind !== 'name') {
      this.fail(token, `Expected a name, a number or a text in quotes, found ${shown(token)}`)
    }
    if (token.text === 'None') return { is: 'literal', value: null, position, end }
    if (token.text === 'True' || token.text === 'False') {
      return { is: 'literal', value: token.text === 'True', position, end }
    }
    if (KEYWORDS.includes(token.text)) {
      this.fail(
        token,
        `Expected a name, a number or a text in quotes, found the word ${token.text}`,
      )
    }
    return { is: 'name', name: token.text, position, end }
  }
}

function shown(token: Token): string {
  return token.kind === 'end' ? 'the end' : token.kind === 'text' ? 'a text' : token.text
}

/** The structure of a query text; throws a QueryProblemError with the place. */
export function readSyntax(text: string): Syntax {
  return new Parser(readTokens(text)).whole()
}
