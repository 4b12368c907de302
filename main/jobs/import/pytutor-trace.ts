import {
  type EventKind,
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Value,
} from '../../../shared/trace/event.ts'
import { codePointCount } from '../../../shared/trace/wire-checks.ts'
import type { SliceCode } from '../../store/read-types.ts'
import type { BuiltTrace } from './built-trace.ts'
import { closeChanges, FrameLocals, type OpenChanges } from './frame-locals.ts'
import { leavingFlags } from './leaving.ts'
import { type Activation, type PlacedEvent, recordPlaced } from './placed-event.ts'
import type { Step, TutorFrame, TutorTrace } from './pytutor-steps.ts'
import { EncodingProblem, LIMITS, PyTutorHeap } from './pytutor-values.ts'
import { RecordMaker } from './record-maker.ts'
import { codeOf, innerCode, type ScopeMap, scopesOf } from './scopes.ts'

/** Which step of the trace is refused, and why. */
export class StepProblem extends Error {
  readonly step: number

  constructor(step: number, reason: string) {
    super(reason)
    this.step = step
  }
}

interface TutorActivation extends Activation {
  /** Python Tutor's number of the frame; 0 is the module's. */
  id: number
  readonly locals: FrameLocals
}

type Item = PlacedEvent<TutorActivation> | { readonly out: string }

const RETURN = '__return__'
const KINDS: Readonly<Record<string, EventKind>> = {
  call: 'call',
  step_line: 'line',
  return: 'return',
  exception: 'exception',
}

/** Builds the trace that the steps tell. Throws a StepProblem. */
export function buildPyTutor(trace: TutorTrace, file: string): BuiltTrace {
  const builder = new PyTutorBuilder(trace.code, file)
  for (const [index, step] of trace.steps.entries())
    builder.add(step, index, trace.steps[index + 1])
  return builder.build(trace)
}

class PyTutorBuilder {
  private readonly map: ScopeMap
  private readonly file: string
  private readonly heap = new PyTutorHeap()
  private readonly items: Item[] = []
  private readonly stack: TutorActivation[] = []
  private suspended: TutorActivation[] = []
  private lastEvent: PlacedEvent<TutorActivation> | null = null
  private frames = 0
  private printed = ''

  constructor(code: string, file: string) {
    this.map = scopesOf(code)
    this.file = file
  }

  add(step: Step, index: number, next: Step | undefined): void {
    try {
      this.addStep(step, next)
    } catch (error) {
      if (error instanceof EncodingProblem) throw new StepProblem(index, error.message)
      throw error
    }
  }

  private addStep(step: Step, next: Step | undefined): void {
    const kind = KINDS[step.event]
    if (kind === undefined) throw new EncodingProblem(`the event ${step.event} is unknown`)
    if (step.line > this.map.lines.length) {
      throw new EncodingProblem(`line ${step.line} is beyond the end of the code`)
    }
    this.print(step.stdout)
    if (this.frames === 0) this.beginModule()
    this.heap.use(step.heap)
    if (kind === 'call') this.call(step)
    else this.goOn(kind, step, next)
  }

  private goOn(kind: EventKind, step: Step, next: Step | undefined): void {
    this.popTo([0, ...step.stack.map((frame) => frame.frame_id)])
    const of = this.stack.at(-1) as TutorActivation
    of.line = step.line
    const changes = of.locals.update(this.localsOf(step))
    if (kind === 'return') this.leave(step, next, { of, changes })
    else this.push({ kind, line: step.line, of, flags: 0, arg: this.thrownIn(step, of), changes })
  }

  build({ steps, end }: TutorTrace): BuiltTrace {
    const last = steps.at(-1)
    const isThrown = end === null && last?.event === 'exception' && this.stack.length === 1
    // Python Tutor drops the return that follows an exception which leaves the module.
    if (isThrown) this.leaveModule(last)
    return {
      records: this.records(),
      entry: null,
      end: this.endOf(end, last),
      notes: this.notes(end),
    }
  }

  private print(stdout: string): void {
    if (!stdout.startsWith(this.printed)) {
      throw new EncodingProblem('its stdout does not go on with that of the step before')
    }
    if (stdout.length > this.printed.length)
      this.items.push({ out: stdout.slice(this.printed.length) })
    this.printed = stdout
  }

  /** Python Tutor tells nothing of the module's call. */
  private beginModule(): void {
    const code = codeOf(this.map.module, this.file)
    const of = this.newActivation(0, code)
    this.stack.push(of)
    this.push({ kind: 'call', line: 0, of, flags: 0, arg: null, changes: of.locals.same() })
  }

  private newActivation(id: number, code: SliceCode): TutorActivation {
    const frame = this.frames++
    return { id, frame, code, locals: new FrameLocals(), line: 0, last: null, thrown: null }
  }

  /** A call begins a frame or goes on with a suspended one; either way Python Tutor gives it a new number. */
  private call(step: Step): void {
    const { line, stack } = step
    const own = stack.at(-1)
    if (own === undefined) throw new EncodingProblem('a call has no frame')
    this.popTo([0, ...stack.slice(0, -1).map((frame) => frame.frame_id)])
    const resumed = this.resumedBy(step)
    const of = resumed ?? this.newActivation(own.frame_id, this.codeAt(step))
    of.id = own.frame_id
    of.line = line
    this.stack.push(of)
    const changes = of.locals.update(this.localsOf(step))
    const flags = resumed === null ? 0 : FLAG_RESUMED
    this.push({ kind: 'call', line, of, flags, arg: null, changes })
  }

  /** Frames that are no longer on the stack ended without a return. */
  private popTo(ids: readonly number[]): void {
    while (this.stack.length > ids.length) this.stack.pop()
    const differs = ids.some((id, depth) => this.stack[depth]?.id !== id)
    if (differs) throw new EncodingProblem('its stack holds a frame that was never called')
  }

  private resumedBy({ line, func_name: name }: Step): TutorActivation | null {
    if (this.map.headerAt(line)?.firstLine === line) return null
    const chosen = this.suspended.findLast(
      (one) => one.line === line && one.code.name === plainName(name),
    )
    if (chosen === undefined) return null
    this.suspended = this.suspended.filter((one) => one !== chosen)
    if (chosen.last !== null) chosen.last.flags |= FLAG_YIELDED
    return chosen
  }

  private codeAt({ line, func_name: told }: Step): SliceCode {
    const name = plainName(told)
    const header = this.map.headerAt(line)
    if (header?.firstLine === line && header.name === name) return codeOf(header, this.file)
    return innerCode(this.map.bodyAt(line), name, { file: this.file, line })
  }

  private localsOf({ stack, globals, ordered_globals: order }: Step): [string, Value][] {
    const own = stack.at(-1)
    const values = own === undefined ? globals : own.encoded_locals
    const names = own === undefined ? order : own.ordered_varnames
    return names
      .filter((name) => name !== RETURN)
      .map((name) => {
        if (!Object.hasOwn(values, name)) {
          throw new EncodingProblem(`${name.slice(0, 100)} has no value`)
        }
        return [name, this.heap.value(values[name])]
      })
  }

  private thrownIn({ event, exception_msg: message }: Step, of: TutorActivation): Value | null {
    if (event !== 'exception') return null
    const text = (message ?? 'Exception').replace(/: $/, '')
    of.thrown = message ?? null
    return { text, size: codePointCount(text), type: text.split(':', 1)[0] ?? 'Exception' }
  }

  private leave(
    step: Step,
    next: Step | undefined,
    { of, changes }: { of: TutorActivation; changes: OpenChanges },
  ): void {
    const own: TutorFrame | undefined = step.stack.at(-1)
    const values = own === undefined ? {} : own.encoded_locals
    const returned = Object.hasOwn(values, RETURN) ? values[RETURN] : null
    const flags = leavingFlags({
      name: of.code.name,
      src: this.map.lines[step.line - 1] ?? '',
      isNone: returned === null,
      own: of.last,
      before: this.lastEvent,
      thrown: of.thrown,
      nextThrown: next?.event === 'exception' ? (next.exception_msg ?? null) : null,
    })
    this.stack.pop()
    if (flags === FLAG_YIELDED) this.suspended.push(of)
    const arg = flags === FLAG_UNWOUND ? null : this.heap.value(returned)
    this.push({ kind: 'return', line: step.line, of, flags, arg, changes })
  }

  private leaveModule({ line }: Step): void {
    const of = this.stack.pop()
    if (of === undefined) return
    const changes = of.locals.same()
    this.push({ kind: 'return', line, of, flags: FLAG_UNWOUND, arg: null, changes })
  }

  private push(event: PlacedEvent<TutorActivation>): void {
    this.items.push(event)
    this.lastEvent = event
    event.of.last = event
  }

  private records() {
    const maker = new RecordMaker()
    const close = closeChanges()
    for (const item of this.items) {
      if ('out' in item) maker.out('stdout', item.out)
      else recordPlaced(maker, item, close)
    }
    return maker.take()
  }

  private endOf(end: TutorTrace['end'], last: Step | undefined): BuiltTrace['end'] {
    const cut = { stop: 'step_limit', exit: 'never', error: null, result: null } as const
    if (end !== null && end.event !== 'uncaught_exception') {
      return { ...cut, error: { type: end.message, message: '', line: null } }
    }
    if (end !== null) {
      const error = { type: end.message, message: '', line: end.line }
      return { stop: 'ended', exit: 'error', error, result: null }
    }
    if (this.stack.length > 0) return cut
    if (last?.event !== 'exception')
      return { stop: 'ended', exit: 'normal', error: null, result: null }
    const error = { type: last.exception_msg ?? 'Exception', message: '', line: last.line }
    return { stop: 'ended', exit: 'error', error, result: null }
  }

  private notes(end: TutorTrace['end']): string[] {
    const isCut = end === null && this.stack.length > 0
    return [
      ...[...this.heap.limits].map((limit) => LIMITS[limit]),
      ...(isCut ? ['it ends before the program does, and is kept as stopped by a step limit'] : []),
    ]
  }
}

/** Python Tutor adds the line to a lambda's name. */
function plainName(name: string): string {
  return name.replace(/ <line \d+>$/, '')
}
