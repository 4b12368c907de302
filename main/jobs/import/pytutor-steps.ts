import { z } from '../../../shared/contract/schema.ts'
import { describeIssues } from '../../../shared/rpc/contract.ts'
import { depthOf } from '../../../shared/trace/wire-checks.ts'
import { NumberText } from './pytutor-values.ts'

const MAX_DEPTH = 40
const MAX_CODE = 1_048_576

/** Looked at by own keys alone, and never copied: a name may be anything. */
const Names = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'not an object',
)
const Name = z.string().max(65_536)
const Line = z.int().min(0)

const TutorFrame = z.object({
  frame_id: z.int().min(1),
  is_zombie: z.boolean().default(false),
  encoded_locals: Names,
  ordered_varnames: z.array(Name),
})
export type TutorFrame = z.infer<typeof TutorFrame>

const GivenStep = z.object({
  event: z.string().max(100),
  line: Line,
  func_name: Name,
  globals: Names,
  ordered_globals: z.array(Name),
  stack_to_render: z.array(TutorFrame),
  heap: Names,
  stdout: z.string(),
  exception_msg: z.string().max(65_536).nullish(),
  custom_module_name: z.string().nullish(),
})

/** One step, with the frames that run from the outermost in. */
export interface Step extends Omit<z.infer<typeof GivenStep>, 'stack_to_render'> {
  readonly stack: readonly TutorFrame[]
}

const ENDS = [
  'uncaught_exception',
  'instruction_limit_reached',
  'raw_input',
  'mouse_input',
] as const
const End = z.object({
  event: z.enum(ENDS),
  exception_msg: z.string().max(65_536).nullish(),
  prompt: z.string().max(65_536).nullish(),
  line: Line.nullish(),
})

/** Why the program stopped, where a last entry says so. */
interface TutorEnd {
  readonly event: (typeof ENDS)[number]
  readonly message: string
  readonly line: number | null
}

export interface TutorTrace {
  readonly code: string
  readonly steps: readonly Step[]
  readonly end: TutorEnd | null
}

export type ReadTrace =
  | { readonly ok: true; readonly trace: TutorTrace }
  | { readonly ok: false; readonly step: number | null; readonly reason: string }

/** A JSON text with every number whose digits JavaScript would change kept as they are. */
export function parseExact(
  text: string,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  if (depthOf(text) > MAX_DEPTH) return { ok: false, reason: 'it is nested too deep' }
  const keep = (_key: string, value: unknown, context: { source?: string }): unknown => {
    if (typeof value !== 'number' || context.source === undefined) return value
    return String(value) === context.source ? value : new NumberText(context.source)
  }
  try {
    return { ok: true, value: JSON.parse(text, keep as (key: string, value: unknown) => unknown) }
  } catch {
    return { ok: false, reason: 'it is not JSON' }
  }
}

const NO_TUTOR_TRACE =
  'it is no trace of Python Tutor, which is a JSON object with "code", the text of the program, and "trace", the list of its steps'

/** Checks the shape of a whole document. */
export function readTutorTrace(parsed: unknown): ReadTrace {
  const document = z.object({ code: z.unknown(), trace: z.array(z.unknown()) }).safeParse(parsed)
  if (!document.success) return refused(NO_TUTOR_TRACE)
  const { code, trace } = document.data
  if (typeof code !== 'string') {
    return refused('its code is not one text, and programs of several modules are not read')
  }
  if (code.length > MAX_CODE) return refused(`its code has more than ${MAX_CODE} characters`)
  if (!code.isWellFormed()) return refused('its code holds half of a surrogate pair')
  const steps: Step[] = []
  for (const [index, given] of trace.entries()) {
    const end = End.safeParse(given)
    if (end.success) {
      if (index < trace.length - 1) return refused('something comes after the end', index + 1)
      return whole(code, steps, endOf(end.data))
    }
    const step = readStep(given)
    if (typeof step === 'string') return refused(step, index)
    steps.push(step)
  }
  return whole(code, steps, null)
}

function whole(code: string, steps: readonly Step[], end: TutorEnd | null): ReadTrace {
  if (steps.length > 0) return { ok: true, trace: { code, steps, end } }
  return refused(end === null ? 'it holds no step' : `it holds no step: ${end.message}`)
}

function readStep(given: unknown): Step | string {
  const step = GivenStep.safeParse(given)
  if (!step.success) return describeIssues('it', step.error.issues)
  const { stack_to_render: frames, ...rest } = step.data
  if (rest.custom_module_name) return 'it is in another module than the program'
  const stack = frames
    .filter((frame) => !frame.is_zombie)
    .sort((one, other) => one.frame_id - other.frame_id)
  if (stack.length === 0 && rest.func_name !== '<module>') {
    return 'it was recorded without variables, so its frames are not known'
  }
  const names = [
    rest.func_name,
    ...rest.ordered_globals,
    ...stack.flatMap((one) => one.ordered_varnames),
  ]
  const isText = [...names, rest.stdout, rest.exception_msg ?? ''].every((text) =>
    text.isWellFormed(),
  )
  return isText ? { ...rest, stack } : 'it holds half of a surrogate pair'
}

function endOf({ event, exception_msg: message, prompt, line }: z.infer<typeof End>): TutorEnd {
  const waits = `it waits for input: ${prompt ?? ''}`.trimEnd()
  const text = message ?? (event === 'uncaught_exception' ? 'Exception' : waits)
  return { event, message: text.toWellFormed().replace(/: $/, ''), line: line ?? null }
}

function refused(reason: string, step: number | null = null): ReadTrace {
  return { ok: false, step, reason: reason.replace(/\.$/, '') }
}
