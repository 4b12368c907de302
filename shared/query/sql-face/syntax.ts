import { SQL_WORDS } from './names.ts'
import { readSqlTokens, type SqlToken, sqlProblem } from './tokens.ts'
import type { SqlName, SqlNode, SqlSelect } from './tree.ts'

const MAX_DEPTH = 60
const MAX_PARTS = 2000
const EQUALS: Readonly<Record<string, string>> = { '=': '=', '==': '=', '<>': '<>', '!=': '<>' }
const PATTERNS = ['like', 'glob', 'regexp']

/** Reads conditions by SQLite's rules of precedence. */
class SqlParser {
  private readonly tokens: readonly SqlToken[]
  private at = 0
  private depth = 0
  private parts = 0

  constructor(tokens: readonly SqlToken[]) {
    this.tokens = tokens
  }

  /** A whole SELECT, or a condition alone. */
  whole(): SqlSelect | SqlNode {
    const read = this.isWord('select') ? this.select() : this.either()
    if (this.isSign(';')) this.next()
    const rest = this.token()
    if (rest.kind !== 'end') {
      this.fail(rest, `${shown(rest)} is not read here; only SELECT * FROM … WHERE … is`)
    }
    return read
  }

  private token(): SqlToken {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as SqlToken
  }

  private next(): SqlToken {
    const token = this.token()
    this.at++
    return token
  }

  private fail(token: { position: number; end: number }, message: string): never {
    return sqlProblem(token.position, token.end, `${message} (character ${token.position + 1}).`)
  }

  private isWord(...words: readonly string[]): boolean {
    const token = this.token()
    return token.kind === 'word' && words.includes(token.text.toLowerCase())
  }

  private isSign(...signs: readonly string[]): boolean {
    const token = this.token()
    return token.kind === 'sign' && signs.includes(token.text)
  }

  private takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.at++
    return true
  }

  private must(sign: string, why: string): SqlToken {
    if (this.isSign(sign)) return this.next()
    return this.fail(this.token(), `Expected ${sign} ${why}, found ${shown(this.token())}`)
  }

  private mustWord(word: string, why: string): void {
    if (this.takeWord(word)) return
    this.fail(this.token(), `Expected ${word.toUpperCase()} ${why}, found ${shown(this.token())}`)
  }

  private deeper<T>(read: () => T): T {
    if (this.depth >= MAX_DEPTH) {
      this.fail(this.token(), `The SQL is nested more than ${MAX_DEPTH} levels deep`)
    }
    this.depth++
    const result = read()
    this.depth--
    return result
  }

  private binary(operator: string, left: SqlNode, right: SqlNode): SqlNode {
    return { is: 'binary', operator, left, right, position: left.position, end: right.end }
  }

  private not(of: SqlNode, position = of.position): SqlNode {
    return { is: 'unary', operator: 'not', of, position, end: of.end }
  }

  private either(): SqlNode {
    let left = this.both()
    while (this.takeWord('or')) left = this.binary('or', left, this.both())
    return left
  }

  private both(): SqlNode {
    let left = this.inverted()
    while (this.takeWord('and')) left = this.binary('and', left, this.inverted())
    return left
  }

  private inverted(): SqlNode {
    const token = this.token()
    if (!this.takeWord('not')) return this.equality()
    return this.not(
      this.deeper(() => this.inverted()),
      token.position,
    )
  }

  /** `=`, IS, IN, LIKE, BETWEEN and their like bind less than `<`. */
  private equality(): SqlNode {
    let left = this.ordering()
    while (true) {
      const token = this.token()
      const equals = token.kind === 'sign' ? EQUALS[token.text] : undefined
      if (equals !== undefined) {
        this.next()
        const whole = this.binary('=', left, this.ordering())
        left = equals === '=' ? whole : this.not(whole)
      } else if (this.takeWord('is')) {
        const isInverted = this.takeWord('not')
        const whole = this.binary('is', left, this.ordering())
        left = isInverted ? this.not(whole) : whole
      } else {
        const tested = this.tested(left)
        if (tested === null) return left
        left = tested
      }
    }
  }

  /** `[NOT] IN (…)`, BETWEEN, LIKE, GLOB or REGEXP after a value; null where none of them follows. */
  private tested(of: SqlNode): SqlNode | null {
    const before = this.at
    const isInverted = this.takeWord('not')
    const whole = this.test(of)
    if (whole === null) this.at = before
    return whole !== null && isInverted ? this.not(whole) : whole
  }

  private test(of: SqlNode): SqlNode | null {
    if (this.takeWord('in')) {
      this.must('(', 'after IN')
      const items: SqlNode[] = []
      if (!this.isSign(')')) {
        do items.push(this.deeper(() => this.sum()))
        while (this.isSign(',') && this.next())
      }
      const { end } = this.must(')', 'after the list of IN')
      return { is: 'in', of, items, position: of.position, end }
    }
    if (this.takeWord('between')) {
      const low = this.ordering()
      this.mustWord('and', 'between the two ends')
      const high = this.ordering()
      return { is: 'between', of, low, high, position: of.position, end: high.end }
    }
    const word = this.token().text.toLowerCase()
    if (!this.isWord(...PATTERNS)) return null
    this.next()
    return this.binary(word, of, this.ordering())
  }

  private ordering(): SqlNode {
    let left = this.sum()
    while (this.isSign('<', '<=', '>', '>=')) {
      left = this.binary(this.next().text, left, this.sum())
    }
    return left
  }

  private sum(): SqlNode {
    let left = this.product()
    while (this.isSign('+', '-')) left = this.binary(this.next().text, left, this.product())
    return left
  }

  private product(): SqlNode {
    let left = this.negative()
    while (this.isSign('*', '/')) left = this.binary(this.next().text, left, this.negative())
    return left
  }

  private negative(): SqlNode {
    if (!this.isSign('-')) return this.primary()
    const { position } = this.next()
    const of = this.deeper(() => this.negative())
    if (of.is === 'literal' && typeof of.value === 'number') {
      return { ...of, value: -of.value, position }
    }
    return { is: 'unary', operator: '-', of, position, end: of.end }
  }

  private primary(): SqlNode {
    const token = this.token()
    this.parts++
    if (this.parts > MAX_PARTS) this.fail(token, `The SQL has more than ${MAX_PARTS} parts`)
    const { position, end } = token
    if (token.kind === 'text' || token.kind === 'number') {
      this.next()
      const value = token.kind === 'text' ? token.text : Number(token.text)
      if (typeof value === 'number' && !Number.isFinite(value)) {
        this.fail(token, 'The number is too large to compare with')
      }
      return { is: 'literal', value, position, end }
    }
    if (this.isSign('(')) return this.inBrackets()
    if (this.isWord('true', 'false', 'null')) {
      const word = this.next().text.toLowerCase()
      return { is: 'literal', value: word === 'null' ? null : word === 'true', position, end }
    }
    if (this.isWord('exists')) {
      this.next()
      this.must('(', 'after EXISTS')
      const select = this.deeper(() => this.select())
      return { is: 'exists', select, position, end: this.must(')', 'after EXISTS (…').end }
    }
    return this.named()
  }

  private inBrackets(): SqlNode {
    const { position } = this.next()
    if (this.isWord('select')) {
      const select = this.deeper(() => this.select())
      return { is: 'select', select, position, end: this.must(')', 'after the SELECT').end }
    }
    const inside = this.deeper(() => this.either())
    const { end } = this.must(')', `to close the ( at character ${position + 1}`)
    return { ...inside, position, end }
  }

  private name(): SqlName {
    const token = this.next()
    const isQuoted = token.kind === 'name'
    if (!isQuoted && (token.kind !== 'word' || SQL_WORDS.has(token.text.toLowerCase()))) {
      this.fail(
        token,
        `Expected a name, a number or a text in single quotes, found ${shown(token)}`,
      )
    }
    return { name: token.text, isQuoted, position: token.position, end: token.end }
  }

  private names(): SqlName[] {
    const names = [this.name()]
    while (this.isSign('.')) {
      this.next()
      names.push(this.name())
    }
    return names
  }

  private named(): SqlNode {
    const names = this.names()
    const [first] = names
    const [position, end] = [first?.position ?? 0, names.at(-1)?.end ?? 0]
    if (first === undefined || names.length > 1 || first.isQuoted || !this.isSign('(')) {
      return { is: 'path', names, position, end }
    }
    this.next()
    const given: (SqlNode | '*')[] = []
    if (!this.isSign(')')) {
      do given.push(this.isSign('*') && this.next() ? '*' : this.deeper(() => this.either()))
      while (this.isSign(',') && this.next())
    }
    const close = this.must(')', `after what is given to ${first.name}`)
    return { is: 'call', name: first.name.toLowerCase(), given, position, end: close.end }
  }

  private select(): SqlSelect {
    const { position } = this.next()
    const what = this.isSign('*') && this.next() ? '*' : this.either()
    if (this.isSign(',')) {
      this.fail(this.token(), 'One thing is selected here; columns are chosen above the table')
    }
    this.mustWord('from', 'after what is selected')
    const from = this.names()
    const isNamed = this.takeWord('as')
    const bare = this.token()
    const isBare =
      bare.kind === 'name' || (bare.kind === 'word' && !SQL_WORDS.has(bare.text.toLowerCase()))
    const alias = isNamed || isBare ? this.name() : null
    const where = this.takeWord('where') ? this.either() : null
    const end = (where ?? alias ?? from.at(-1))?.end ?? position
    return { what, from, alias, where, position, end }
  }
}

function shown(token: SqlToken): string {
  if (token.kind === 'end') return 'the end'
  return token.kind === 'text' ? 'a text' : token.text
}

/** The structure of an SQL text; throws a QueryProblemError with the place. */
export function readSqlSyntax(text: string): SqlSelect | SqlNode {
  return new SqlParser(readSqlTokens(text)).whole()
}
