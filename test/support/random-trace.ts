import fc from 'fast-check'
import {
  type EventKind,
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Locals,
  type Value,
} from '../../shared/trace/event.ts'
import { lineText, type SourceFile, sourceLines } from '../../shared/trace/source.ts'
import type { TreeEvent } from '../../shared/tree/build.ts'

/** An event with what a state of it shows. */
export interface FullEvent extends TreeEvent {
  readonly src: string
  readonly locals: Locals
  readonly arg: Value | null
}

export interface RandomTrace {
  readonly source: string
  readonly lines: readonly string[]
  readonly events: readonly FullEvent[]
  readonly truncated: boolean
  /** Where it runs in more than one file; functions in none of them are in the first. */
  readonly files?: readonly (SourceFile & { readonly functions: readonly string[] })[]
}

/** Some lines occur in two functions, so that a breakpoint's text is ambiguous; some are never reached. */
const SOURCE = `def main():
    x = 1
    for i in range(3):
        f(g(x))
    return x

def f(a):
    x = 1
    # a comment
    a.append("<|step_into|>")
    return a

def g(a):
    yield a
    x = 1

def never(q):
    return q
`
const FUNCTIONS = [
  { name: 'main', lines: [1, 2, 3, 4, 5] },
  { name: 'f', lines: [7, 8, 10, 11] },
  { name: 'Box.g', lines: [13, 14, 15] },
] as const

interface RunningFrame {
  readonly frame: number
  readonly body: (typeof FUNCTIONS)[number]
  readonly isGenerator: boolean
  readonly locals: Map<string, string>
  line: number
}

/** A machine that obeys what settrace does (2.3), steered by numbers: each decides the next thing that happens. */
class Machine {
  readonly events: FullEvent[] = []
  readonly stack: RunningFrame[] = []
  readonly #suspended: RunningFrame[] = []
  #frames = 0

  #emit(kind: EventKind, at: RunningFrame, flags = 0, arg: string | null = null): void {
    this.events.push({
      kind,
      line: at.line,
      function: at.body.name,
      frame: at.frame,
      flags,
      thread: 0,
      src: lineText(sourceLines(SOURCE), at.line),
      locals: [...at.locals].map(([name, text]) => [name, stringValue(text)]),
      arg: arg === null ? null : stringValue(arg),
    })
  }

  call(choice: number, isGenerator: boolean): void {
    const body = FUNCTIONS[choice % FUNCTIONS.length] ?? FUNCTIONS[0]
    const locals = new Map(choice % 2 === 0 ? [] : [['a', String(choice)]])
    const at = { frame: this.#frames, body, isGenerator, locals, line: body.lines[0] }
    this.#frames += 1
    this.stack.push(at)
    this.#emit('call', at)
  }

  #resume(choice: number): void {
    const [at] = this.#suspended.splice(choice % this.#suspended.length, 1)
    if (at === undefined) return
    this.stack.push(at)
    this.#emit('call', at, FLAG_RESUMED)
  }

  #line(at: RunningFrame, choice: number): void {
    const name = ['x', 'y', 'a', '..', 'é'][choice % 5] ?? 'x'
    if (choice % 7 === 0) at.locals.delete(name)
    else if (choice % 3 !== 0) at.locals.set(name, TEXTS[choice % TEXTS.length] ?? '')
    at.line = at.body.lines[choice % at.body.lines.length] ?? at.line
    this.#emit('line', at)
  }

  #raise(at: RunningFrame, isCaught: boolean): void {
    this.#emit('exception', at, 0, "ValueError('no')")
    if (isCaught) return
    this.stack.pop()
    this.#emit('return', at, FLAG_UNWOUND)
    const caller = this.stack.at(-1)
    if (caller !== undefined) this.#emit('exception', caller, 0, "ValueError('no')")
  }

  leave(at: RunningFrame, flags = 0): void {
    this.stack.pop()
    if (flags === FLAG_YIELDED) this.#suspended.push(at)
    this.#emit('return', at, flags, TEXTS[at.frame % TEXTS.length] ?? 'None')
  }

  act(number: number): void {
    const at = this.stack.at(-1)
    const choice = Math.floor(number / 10)
    const op = number % 10
    const hasRoom = this.stack.length < 6
    if (at === undefined || ((op === 4 || op === 5) && hasRoom)) this.call(choice, false)
    else if (op === 6) this.leave(at)
    else if (op === 7) this.#raise(at, choice % 2 === 0)
    else if (op === 8 && this.#suspended.length > 0) this.#resume(choice)
    else if (op === 8 && hasRoom) this.call(choice, true)
    else if (op === 9 && at.isGenerator) this.leave(at, FLAG_YIELDED)
    else this.#line(at, choice)
  }
}

const TEXTS = [
  '1',
  '2',
  "'it\\'s \"quoted\"'",
  'two\nlines\tand a tab',
  '<|step_into|>',
  '<\\|',
  '\u{1f600} and \ud83d',
  '..',
  '',
] as const

function stringValue(text: string): Value {
  return { text, size: text.length, type: 'str' }
}

/** A recorded run from numbers: the same numbers give the same run. */
export function runMachine(numbers: readonly number[], truncated: boolean): RandomTrace {
  const machine = new Machine()
  machine.call(0, false)
  for (const number of numbers) machine.act(number)
  for (let at = machine.stack.at(-1); at !== undefined && !truncated; at = machine.stack.at(-1)) {
    machine.leave(at)
  }
  const isCut = machine.stack.length > 0
  return {
    source: SOURCE,
    lines: sourceLines(SOURCE),
    events: machine.events,
    truncated: isCut,
  }
}

/** Well-formed traces of every shape of 2.3. */
export const randomTrace: fc.Arbitrary<RandomTrace> = fc
  .tuple(fc.array(fc.nat({ max: 9999 }), { maxLength: 90, size: 'max' }), fc.boolean())
  .map(([numbers, truncated]) => runMachine(numbers, truncated))

/** The same in three files, of which two have the same text. */
export const randomProject: fc.Arbitrary<RandomTrace> = randomTrace.map((run) => ({
  ...run,
  files: [
    { path: 'tests/test_a.py', source: SOURCE, functions: ['main'] },
    { path: 'src/é.py', source: `# moved\r\n${SOURCE}`, functions: ['f'] },
    { path: 'src/g.py', source: SOURCE, functions: ['Box.g'] },
  ],
}))
