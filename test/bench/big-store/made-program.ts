import type { Prng } from '../../../shared/base/prng.ts'
import { FLAG_RESUMED, FLAG_UNWOUND, FLAG_YIELDED } from '../../../shared/trace/event.ts'
import { type Frame, type MadeTrace, TraceMaker, type Variant } from './made-trace.ts'

/** What the made programs are: the lines that their events stand on. */
export function sourceOf(program: number): string {
  return `def main(n):
    items = []
    total = ${program}
    for i in range(n):
        x = pick(i, items)
        if i % 3 == 0 and items:
            items.pop()
        else:
            items.append(x)
        try:
            ratio = risky(x)
        except ValueError:
            ratio = None
        for y in numbers(i):
            total += walk(y)
    return ${program % 2 === 0 ? 'total' : 'None'}

def pick(i, items):
    x = i * 7 - ${program % 90}
    return x

def risky(x):
    if x % 5 == 0:
        raise ValueError(x)
    return x / 3

def numbers(n):
    for k in range(2):
        yield k + n

def walk(depth):
    if depth <= 0:
        return 0
    return walk(depth - 1) + walk(depth - 2)
`
}

export const CODES = ['main', 'pick', 'risky', 'numbers', 'walk'] as const
export const FIRST_LINES = [1, 18, 22, 27, 31]

/** How a made program spends its events. */
export interface Shape {
  readonly events: number
  /** Share of the passes of its loop that raise; above 1 the first one is caught by nobody. */
  readonly raises: number
  readonly generates: boolean
  /** Depth of the recursion that a pass may begin; 0 for none. */
  readonly recursion: number
}

const EXTRAS = ['best', 'flag', 'left', 'rate', 'right', 'seen', 'size', 'text', 'word'] as const

/** Acts out one program until its events are used up; the same numbers give the same trace. */
class Actor {
  private readonly maker = new TraceMaker()
  private readonly items: number[] = []
  private readonly random: Prng
  private readonly program: number
  private readonly shape: Shape

  constructor(program: number, shape: Shape, random: Prng) {
    this.program = program
    this.shape = shape
    this.random = random
  }

  act(): MadeTrace {
    const main = this.maker.call(0, 1, { n: this.maker.int(9) })
    this.line(main, 2)
    this.maker.bind(main, 'items', this.list())
    this.line(main, 3)
    this.maker.bind(main, 'total', this.maker.int(this.program))
    for (let i = 0; this.maker.events < this.shape.events; i++) {
      if (!this.pass(main, i)) return this.maker.finish('ValueError: uncaught')
    }
    this.line(main, 16)
    const isNone = this.program % 2 === 1
    const none = this.maker.shared('NoneType', 'None')
    this.maker.leave(main, 16, { value: isNone ? none : this.maker.int(this.program) })
    return this.maker.finish(null)
  }

  /** A line event, with some of the variables that nothing here depends on written before it. */
  private line(frame: Frame, line: number): void {
    const from = this.random.nextBelow(EXTRAS.length)
    const count = 4 + this.random.nextBelow(6)
    for (let at = 0; at < count; at++) {
      const name = EXTRAS[(from + at) % EXTRAS.length] as string
      this.maker.bind(frame, name, this.extra())
    }
    this.maker.line(frame, line)
  }

  private extra(): number {
    const number = this.random.nextBelow(this.shape.events > 10_000 ? 50_000 : 200)
    const kind = this.random.nextBelow(16)
    if (kind < 9) return this.maker.int(number - 20)
    if (kind < 11) return this.maker.value('float', (k) => `${number}.${this.mark(k)}5`)
    if (kind < 13) return this.maker.value('str', (k) => `'item_${number}_${this.mark(k)}'`)
    if (kind < 14) return this.maker.shared('NoneType', 'None')
    if (kind < 15) return this.maker.shared('bool', number % 2 === 0 ? 'True' : 'False')
    if (number < 2) {
      return this.maker.value('str', (k) => `'${'long '.repeat(240)}${number}_${this.mark(k)}'`)
    }
    return this.maker.value('dict', (k) => `{'a': ${number}, 'b': ${this.mark(k)}}`)
  }

  /** Tells apart the values of different programs, and those that a program has in different traces. */
  private mark(variant: Variant): string {
    return String(1_000_000 + this.program * 10 + variant)
  }

  private list(): number {
    if (this.items.length === 0) return this.maker.shared('list', '[]')
    const rest = this.items.slice(1).map((item) => `, ${item}`)
    return this.maker.value('list', (k) => `[${this.mark(k)}${rest.join('')}]`)
  }

  /** One pass of main's loop; false where its exception comes out. */
  private pass(main: Frame, i: number): boolean {
    this.maker.bind(main, 'i', this.maker.int(i))
    this.line(main, 4)
    this.line(main, 5)
    this.pick(main, i)
    this.line(main, 6)
    if (i % 3 === 0 && this.items.length > 0) this.items.pop()
    else if (this.items.length < 12) this.items.push(i % 50)
    this.line(main, i % 3 === 0 ? 7 : 9)
    this.maker.bind(main, 'items', this.list())
    this.line(main, 11)
    if (!this.risky(main)) return false
    if (this.shape.generates) this.generate(main, i)
    if (this.shape.recursion > 0) {
      this.line(main, 15)
      this.walk(this.random.nextBelow(this.shape.recursion) + 1)
    }
    return true
  }

  private pick(main: Frame, i: number): void {
    const frame = this.maker.call(1, 18, { i: this.maker.int(i), items: this.list() })
    this.line(frame, 19)
    const x = this.maker.int(i * 7 - (this.program % 90))
    this.maker.bind(frame, 'x', x)
    this.line(frame, 20)
    this.maker.leave(frame, 20, { value: x })
    this.maker.bind(main, 'x', x)
  }

  private risky(main: Frame): boolean {
    const frame = this.maker.call(2, 22, { x: this.maker.int(this.random.nextBelow(99)) })
    this.line(frame, 23)
    if (this.random.nextFloat() >= this.shape.raises) {
      this.line(frame, 25)
      const number = this.random.nextBelow(99)
      const ratio = this.maker.value('float', (k) => `0.${this.mark(k)}${number}`)
      this.maker.leave(frame, 25, { value: ratio })
      this.maker.bind(main, 'ratio', ratio)
      return true
    }
    this.line(frame, 24)
    const error = this.maker.value('ValueError', (k) => `ValueError(${this.mark(k)})`)
    this.maker.raise(frame, 24, error)
    this.maker.leave(frame, 24, { value: null, flags: FLAG_UNWOUND })
    this.maker.raise(main, 11, error)
    if (this.shape.raises > 1) {
      this.maker.leave(main, 11, { value: null, flags: FLAG_UNWOUND })
      return false
    }
    this.line(main, 12)
    this.line(main, 13)
    this.maker.bind(main, 'ratio', this.maker.shared('NoneType', 'None'))
    return true
  }

  private generate(main: Frame, i: number): void {
    this.line(main, 14)
    const frame = this.maker.call(3, 27, { n: this.maker.int(i) })
    for (let k = 0; k < 2; k++) {
      if (k > 0) this.maker.resume(frame, 29, FLAG_RESUMED)
      this.maker.bind(frame, 'k', this.maker.int(k))
      this.line(frame, 28)
      this.line(frame, 29)
      this.maker.leave(frame, 29, { value: this.maker.int(k + i), flags: FLAG_YIELDED })
      this.maker.bind(main, 'y', this.maker.int(k + i))
      this.line(main, 15)
    }
  }

  private walk(depth: number): void {
    const frame = this.maker.call(4, 31, { depth: this.maker.int(depth) })
    this.line(frame, 32)
    if (depth <= 0 || this.maker.events >= this.shape.events) {
      this.line(frame, 33)
      this.maker.leave(frame, 33, { value: this.maker.int(0) })
      return
    }
    this.line(frame, 34)
    this.walk(depth - 1)
    if (this.random.nextBelow(2) === 0) this.walk(depth - 2)
    this.maker.leave(frame, 34, { value: this.maker.int(depth) })
  }
}

export function actOut(program: number, shape: Shape, random: Prng): MadeTrace {
  return new Actor(program, shape, random).act()
}
