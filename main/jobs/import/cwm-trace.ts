import {
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Value,
} from '../../../shared/trace/event.ts'
import type { SliceCode } from '../../store/read-types.ts'
import type { BuiltTrace } from './built-trace.ts'
import { CwmLines, type FoundLine } from './cwm-lines.ts'
import { type CwmFrame, CwmProblem, type CwmText } from './cwm-text.ts'
import { closeChanges, FrameLocals, type OpenChanges } from './frame-locals.ts'
import { GENERATOR, leavingFlags } from './leaving.ts'
import { type Activation, type PlacedEvent, recordPlaced } from './placed-event.ts'
import { RecordMaker } from './record-maker.ts'
import { valueOfRepr } from './repr-types.ts'
import type { Scope } from './scopes.ts'

/** Longest text of a value, in characters. */
const MAX_VALUE = 1_048_576
const UNCHANGED = '..'
const COMPREHENSIONS: Readonly<Record<string, string>> = {
  list: '<listcomp>',
  set: '<setcomp>',
  dict: '<dictcomp>',
}

interface CwmActivation extends Activation {
  readonly scope: Scope
  code: SliceCode
  readonly locals: FrameLocals
}

/** What a frame is left with. */
interface Left {
  readonly of: CwmActivation
  readonly changes: OpenChanges
  readonly next: CwmFrame | undefined
}

/** Builds the trace a document tells: lines by their text, whole locals, frames by calls and returns. */
export function buildCwm(text: CwmText, program: { code: string; file: string }): BuiltTrace {
  const builder = new CwmBuilder(new CwmLines(program.code, program.file))
  for (const [index, frame] of text.frames.entries()) builder.add(frame, text.frames[index + 1])
  return builder.build(text.isEnded)
}

class CwmBuilder {
  private readonly lines: CwmLines
  private readonly events: PlacedEvent<CwmActivation>[] = []
  private readonly stack: CwmActivation[] = []
  /** Left by a return on a line that suspends; a later call on that line goes on with it. */
  private suspended: CwmActivation[] = []
  private entry: CwmActivation | null = null
  private frames = 0
  private lostReturns = 0
  private chosenFrames = 0

  constructor(lines: CwmLines) {
    this.lines = lines
  }

  add(frame: CwmFrame, next: CwmFrame | undefined): void {
    const isOver = this.entry !== null && this.stack.length === 0
    if (isOver) throw new CwmProblem(frame.at, 'a frame comes after the return of the entry')
    if (frame.kind === 'call') this.call(frame, next)
    else if (this.entry !== null) this.goOn(frame, next)
    else throw new CwmProblem(frame.at, 'its first frame is not a call')
  }

  private goOn(frame: CwmFrame, next: CwmFrame | undefined): void {
    const { of, line } = this.locate(frame)
    of.line = line
    const changes = this.changesOf(of, frame)
    if (frame.kind === 'line') this.push({ kind: 'line', line, of, flags: 0, arg: null, changes })
    else if (frame.kind === 'exception') this.raise(frame, of, changes)
    else this.leave(frame, { of, changes, next })
  }

  build(isEnded: boolean): BuiltTrace {
    const { entry } = this
    if (entry === null) throw new CwmProblem(0, 'it holds no frame')
    const last = this.events.at(-1)
    const isOpen = this.stack.length > 0
    const hasThrown = last?.kind === 'exception' || ((last?.flags ?? 0) & FLAG_UNWOUND) !== 0
    const isError = hasThrown && (!isOpen || isEnded)
    const exit = isError ? 'error' : isOpen ? 'never' : 'normal'
    const thrown = this.events.findLast((event) => event.kind === 'exception')
    const error = isError && thrown?.arg ? errorOf(thrown.arg.text, thrown.line) : null
    return {
      records: this.records(),
      entry: this.entryText(),
      end: {
        stop: exit === 'never' ? 'step_limit' : 'ended',
        exit,
        error,
        result: exit === 'normal' ? (last?.arg ?? null) : null,
      },
      notes: this.notes(exit === 'never'),
    }
  }

  private call(frame: CwmFrame, next: CwmFrame | undefined): void {
    const names = (frame.locals ?? []).map(([name]) => name)
    const resumed = this.resumedBy(frame, names)
    const of = resumed ?? this.newActivation(this.lines.call(frame, next))
    this.stack.push(of)
    this.entry ??= of
    const changes = this.changesOf(of, frame)
    const flags = resumed === null ? 0 : FLAG_RESUMED
    this.push({ kind: 'call', line: of.line, of, flags, arg: null, changes })
  }

  private newActivation({ line, scope, code }: FoundLine): CwmActivation {
    return {
      frame: this.frames++,
      scope,
      code,
      locals: new FrameLocals(),
      line,
      last: null,
      thrown: null,
    }
  }

  /** The suspended frame that a call on its line goes on with: the latest whose variables fit. */
  private resumedBy({ src }: CwmFrame, names: readonly string[]): CwmActivation | null {
    if (this.lines.isHeader(src)) return null
    const there = this.suspended.filter((one) => this.lines.isAt(src, one.line))
    const fitting = there.filter((one) => isSubset(one.locals.names(), names))
    const chosen = fitting.at(-1) ?? null
    if (chosen === null) return null
    if (fitting.length > 1) this.chosenFrames++
    this.suspended = this.suspended.filter((one) => one !== chosen)
    if (chosen.last !== null) chosen.last.flags |= FLAG_YIELDED
    return chosen
  }

  /** The running frame a line belongs to; after an exception without a return, one further down. */
  private locate(frame: CwmFrame): { of: CwmActivation; line: number } {
    for (let depth = this.stack.length - 1; depth >= 0; depth--) {
      const of = this.stack[depth] as CwmActivation
      const line = this.lines.within(frame, of)
      if (line !== null) {
        this.lostReturns += this.stack.length - 1 - depth
        this.stack.length = depth + 1
        return { of, line }
      }
      if (of.last?.kind !== 'exception') break
    }
    throw new CwmProblem(frame.at, this.lines.whyNot(frame.src))
  }

  private raise(frame: CwmFrame, of: CwmActivation, changes: OpenChanges): void {
    of.thrown = frame.arg
    const arg = valueAt(frame.arg ?? '', frame.at)
    this.push({ kind: 'exception', line: of.line, of, flags: 0, arg, changes })
  }

  private leave(frame: CwmFrame, { of, changes, next }: Left): void {
    this.nameByResult(of, frame)
    const flags = leavingFlags({
      name: of.code.name,
      src: frame.src,
      isNone: frame.arg === 'None',
      own: of.last,
      before: this.events.at(-1) ?? null,
      thrown: of.thrown,
      nextThrown: next?.kind === 'exception' ? next.arg : null,
    })
    this.stack.pop()
    if (flags === FLAG_YIELDED) this.suspended.push(of)
    const arg = flags === FLAG_UNWOUND ? null : valueAt(frame.arg ?? '', frame.at)
    this.push({ kind: 'return', line: of.line, of, flags, arg, changes })
  }

  /** Up to Python 3.11 a comprehension has a frame too; what it gives tells which it is. */
  private nameByResult(of: CwmActivation, { arg }: CwmFrame): void {
    if (of.code.name !== GENERATOR || (of.last?.flags ?? 0) & FLAG_RESUMED) return
    const name = COMPREHENSIONS[valueOfRepr(arg ?? '').type]
    if (name !== undefined) of.code = renamed(of.code, name)
  }

  private changesOf(of: CwmActivation, { locals, at }: CwmFrame): OpenChanges {
    if (locals === null) return of.locals.same()
    return of.locals.update(
      locals.map(([name, text]) => {
        if (text !== UNCHANGED) return [name, valueAt(text, at)]
        const before = of.locals.get(name)
        if (before !== undefined) return [name, before]
        throw new CwmProblem(
          at,
          `${name.slice(0, 100)} is "..", and no frame before tells its value`,
        )
      }),
    )
  }

  private push(event: PlacedEvent<CwmActivation>): void {
    this.events.push(event)
    event.of.last = event
  }

  private records() {
    const maker = new RecordMaker()
    const close = closeChanges()
    for (const event of this.events) recordPlaced(maker, event, close)
    return maker.take()
  }

  /** The entry as a call with its arguments by name: the format gives their values, not the expression. */
  private entryText(): string | null {
    const first = this.events[0]
    if (first === undefined) return null
    const args = first.changes.changes.map(({ name, value }) => `${name}=${value?.text ?? ''}`)
    const text = `${first.of.code.qualname}(${args.join(', ')})`
    return text.length <= 100_000 ? text : `${first.of.code.qualname}(…)`
  }

  private notes(isCut: boolean): string[] {
    const { ambiguous } = this.lines
    const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
    return [
      ambiguous.count > 0
        ? `${count(ambiguous.count, 'event has', 'events have')} a source line that occurs more than once in the function, the first on line ${ambiguous.line}; the next one after the event before was taken`
        : null,
      this.chosenFrames > 0
        ? `${count(this.chosenFrames, 'call goes', 'calls go')} on with one of several suspended frames; the latest was taken`
        : null,
      this.lostReturns > 0
        ? `${count(this.lostReturns, 'return is', 'returns are')} missing after an exception`
        : null,
      isCut ? 'it ends before its entry returned, and is kept as stopped by a step limit' : null,
    ].filter((note) => note !== null)
  }
}

function errorOf(text: string, line: number) {
  return { type: text, message: '', line }
}

function valueAt(text: string, at: number): Value {
  if (text.length > MAX_VALUE) {
    throw new CwmProblem(at, `a value has more than ${MAX_VALUE} characters`)
  }
  return valueOfRepr(text)
}

function renamed(code: SliceCode, name: string): SliceCode {
  return { ...code, name, qualname: code.qualname.replace(/<genexpr>$/, name) }
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((name) => all.includes(name))
}
