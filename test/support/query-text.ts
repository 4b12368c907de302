import { type Level, THING_INFO, type Thing } from '../../shared/query/fields.ts'

interface Reach {
  readonly name: string | null
  readonly thing: Thing
}

/** Writes well-formed queries, each choice one of the given numbers. */
export class QueryWriter {
  private readonly numbers: readonly number[]
  private at = 0
  private loops = 0

  constructor(numbers: readonly number[]) {
    this.numbers = numbers
  }

  private next(below: number): number {
    const number = this.numbers[this.at % Math.max(1, this.numbers.length)] ?? 0
    this.at++
    // Spread, so that numbers used again choose something else.
    return (number + Math.floor(this.at / Math.max(1, this.numbers.length)) * 7) % below
  }

  private one<T>(of: readonly T[]): T {
    return of[this.next(of.length)] as T
  }

  condition(level: Level): string {
    return this.either([{ name: null, thing: level }], 3)
  }

  private either(reach: readonly Reach[], depth: number): string {
    if (depth <= 0) return this.compare(reach, 0)
    switch (this.next(8)) {
      case 0:
        return `(${this.either(reach, depth - 1)} and ${this.either(reach, depth - 1)})`
      case 1:
        return `(${this.either(reach, depth - 1)} or ${this.either(reach, depth - 1)})`
      case 2:
        return `not ${this.either(reach, depth - 1)}`
      case 3:
      case 4:
        return this.quantifier(reach, depth)
      default:
        return this.compare(reach, depth)
    }
  }

  private path(reach: Reach, name: string): string {
    return reach.name === null ? name : `${reach.name}.${name}`
  }

  /** A row in reach, or one that a relation leads to from there; with what its names are written after. */
  private row(reach: readonly Reach[]): Reach {
    let row = this.one(reach)
    for (let hops = this.one([0, 0, 0, 0, 1, 1, 2]); hops > 0; hops--) {
      const relations = Object.entries(THING_INFO[row.thing].relations).filter(([, to]) => !to.many)
      if (relations.length === 0) break
      const [name, { to }] = this.one(relations)
      row = { name: this.path(row, name), thing: to }
    }
    if (row.thing !== 'step' || this.next(3) !== 0) return row
    const call = `var(${this.one(['"x"', "'y'", '"é"', '"no"'])})`
    return { name: this.path(row, call), thing: 'variable' }
  }

  private rows(reach: readonly Reach[]): Reach | null {
    const row = this.row(reach)
    const relations = Object.entries(THING_INFO[row.thing].relations).filter(([, to]) => to.many)
    if (relations.length === 0) return null
    const [name, { to }] = this.one(relations)
    return { name: this.path(row, name), thing: to }
  }

  private loop(
    reach: readonly Reach[],
    depth: number,
  ): { name: string; rows: Reach; inner: Reach[] } | null {
    const rows = this.rows(reach)
    // Deep loops over everything take the slow reference too long.
    if (rows === null || this.loops > 3 || depth <= 0) return null
    const name = `r${this.loops++}`
    return { name, rows, inner: [{ name, thing: rows.thing }, ...reach] }
  }

  private quantifier(reach: readonly Reach[], depth: number): string {
    const loop = this.loop(reach, depth)
    if (loop === null) return this.compare(reach, depth)
    const condition = this.either(loop.inner, depth - 2)
    const given = this.next(3) === 0 ? ` if ${this.either(loop.inner, depth - 2)}` : ''
    const over = `for ${loop.name} in ${loop.rows.name}${given}`
    return `${this.one(['any', 'all'])}(${condition} ${over})`
  }

  private fieldOf(reach: readonly Reach[], type: string): string | null {
    const row = this.row(reach)
    const fields = Object.entries(THING_INFO[row.thing].fields).filter(
      ([, one]) => one.type === type,
    )
    return fields.length === 0 ? null : this.path(row, this.one(fields)[0])
  }

  private number(reach: readonly Reach[], depth: number): string {
    const literal = this.one(['0', '1', '2', '3', '0.5', '1e400000'.slice(0, 3), '-1', '99'])
    switch (this.next(8)) {
      case 0:
        return literal
      case 1: {
        if (depth <= 0) return literal
        const operation = this.one(['+', '-', '*', '/'])
        return `(${this.number(reach, depth - 1)} ${operation} ${this.number(reach, depth - 1)})`
      }
      case 2:
        return this.aggregate(reach, depth) ?? literal
      case 3: {
        const text = this.fieldOf(reach, this.one(['text', 'value']))
        return text === null ? literal : `len(${text})`
      }
      case 7:
        return this.divergence(reach) ?? literal
      case 4: {
        const value = this.fieldOf(reach, 'value')
        return value === null ? literal : `abs(${value})`
      }
      default:
        return this.fieldOf(reach, 'number') ?? literal
    }
  }

  private aggregate(reach: readonly Reach[], depth: number): string | null {
    const rows = this.rows(reach)
    if (this.next(3) === 0) return rows === null ? null : `len(${rows.name})`
    const loop = this.loop(reach, depth)
    if (loop === null) return null
    const given = this.next(2) === 0 ? ` if ${this.either(loop.inner, 0)}` : ''
    const over = `for ${loop.name} in ${loop.rows.name}${given}`
    const name = this.one(['count', 'sum', 'min', 'max'])
    const field = this.fieldOf([{ name: loop.name, thing: loop.rows.thing }], 'number')
    if (name === 'count' || field === null) return `count(${loop.name} ${over})`
    return `${name}(${field} ${over})`
  }

  /** An engine or a run, of which one is not done and one is not there. */
  private engine(): string {
    return this.one(['"mix0"', '"mix1"', '"mix2"', '"r_0"', '"r_1"', '"nobody"'])
  }

  private divergence(reach: readonly Reach[]): string | null {
    const row = this.row(reach)
    if (row.thing !== 'trajectory' && row.thing !== 'trace') return null
    return this.path(row, `first_divergence(${this.engine()})`)
  }

  private flip(reach: readonly Reach[]): string | null {
    const row = this.row(reach)
    if (THING_INFO[row.thing].relations.predictions === undefined) return null
    const flip = this.path(row, `flip(${this.engine()}, ${this.engine()})`)
    const word = this.one(['"lost"', '"won"', '"same"'])
    return this.one([`${flip} == ${word}`, `${flip} != ${word}`, `${flip} is None`])
  }

  private literalText(): string {
    return this.one([
      '"a"',
      '"b"',
      "'É'",
      '"%"',
      '"\\n"',
      '"mix"',
      '"main"',
      '"t_0"',
      '""',
      "'\\0'",
      '"😀"',
      '"int"',
      '"f"',
    ])
  }

  private pattern(): string {
    return this.one([
      '"^a"',
      '"[aB%]+$"',
      '""',
      "'(?i)é|b'",
      '"^.?$"',
      '"\\\\d"',
      '"[😀\\\\n]"',
      '"\\\\[1"',
    ])
  }

  private text(reach: readonly Reach[]): string {
    const field = this.fieldOf(reach, 'text')
    if (field === null) return this.literalText()
    return this.next(5) === 0 ? `lower(${field})` : field
  }

  private compare(reach: readonly Reach[], depth: number): string {
    const flip = this.next(9) === 0 ? this.flip(reach) : null
    if (flip !== null) return flip
    const row = this.row(reach)
    const fields = Object.entries(THING_INFO[row.thing].fields)
    const [name, { type, words }] = this.one(fields)
    const path = this.path(row, name)
    const order = this.one(['<', '<=', '>', '>=', '==', '!='])
    switch (type) {
      case 'number':
        if (this.next(5) === 0) return `${path} is None`
        return `${path} ${order} ${this.number(reach, depth)}`
      case 'bool':
        return this.one([path, `${path} == False`, `${path} is True`])
      case 'texts':
        return `${this.literalText()} in ${path}`
      case 'value':
        return this.one([
          `${path} ${order} ${this.number(reach, 0)}`,
          `${path} == "a"`,
          `${path} != '3'`,
          `${path} is None`,
          `${path} is not None`,
          `${path} == True`,
          `${path} in (1, "a", None, False)`,
          `${path}.startswith('a')`,
          `${path}.text.matches(${this.pattern()})`,
          `${path}.type == "int"`,
          `${path}.type == ${this.text(reach)}`,
          `"1" in ${path}.text`,
          `${path}.size ${order} ${this.number(reach, depth)}`,
          `${path}.length ${order} ${this.number(reach, 0)}`,
          `${path}.length is None`,
        ])
      case 'text':
        return this.compareText(reach, path, words)
    }
  }

  private compareText(
    reach: readonly Reach[],
    path: string,
    words: readonly string[] | undefined,
  ): string {
    if (words !== undefined) {
      return this.one([
        `${path} == "${this.one(words)}"`,
        `${path} != "${this.one(words)}"`,
        `${path} in ("${this.one(words)}", "${this.one(words)}")`,
        `${path} is None`,
        this.member(reach),
      ])
    }
    return this.one([
      `${path} == ${this.literalText()}`,
      `${path} != ${this.literalText()}`,
      `${path} == ${this.text(reach)}`,
      `${this.literalText()} in ${path}`,
      `${this.literalText()} not in ${path}`,
      `${path}.startswith(${this.literalText()})`,
      `${path}.matches(${this.pattern()})`,
      `${path}.endswith(${this.text(reach)})`,
      `${path} is not None`,
      this.literalText(),
      this.one(
        ['parent is None', this.member(reach)].slice(
          reach[reach.length - 1]?.thing === 'step' ? 0 : 1,
        ),
      ),
    ])
  }

  /** `"x" in changes`. */
  private member(reach: readonly Reach[]): string {
    const rows = this.rows(reach)
    if (rows === null || THING_INFO[rows.thing].key === null) return this.literalText()
    const words = THING_INFO[rows.thing].fields[THING_INFO[rows.thing].key ?? '']?.words
    return `${words === undefined ? this.literalText() : `"${this.one(words)}"`} in ${rows.name}`
  }
}
