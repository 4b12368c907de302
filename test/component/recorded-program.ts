import type { TraceDetail } from '../../shared/contract/traces.ts'
import type { EventKind, Locals, TraceId, Value } from '../../shared/trace/event.ts'

export const SOURCE = `def main(n):
    x = n
    y = g(x)
    return y

def g(x):
    return x + 1
`

export function int(value: number): Value {
  return { text: String(value), size: String(value).length, type: 'int' }
}

export interface Recorded {
  readonly kind: EventKind
  readonly line: number
  readonly frame: number
  readonly locals: Locals
  readonly arg: Value | null
  readonly flags?: number
}

export function event(
  place: readonly [kind: EventKind, line: number, frame: number],
  locals: Readonly<Record<string, number>>,
  arg: number | null = null,
): Recorded {
  const [kind, line, frame] = place
  const values = Object.entries(locals).map(([name, value]) => [name, int(value)] as const)
  return { kind, line, frame, locals: values, arg: arg === null ? null : int(arg) }
}

/** What `main(1)` of SOURCE records. */
export const EVENTS: readonly Recorded[] = [
  event(['call', 1, 0], { n: 1 }),
  event(['line', 2, 0], { n: 1 }),
  event(['line', 3, 0], { n: 1, x: 1 }),
  event(['call', 6, 1], { x: 1 }),
  event(['line', 7, 1], { x: 1 }),
  event(['return', 7, 1], { x: 1 }, 2),
  event(['line', 4, 0], { n: 1, x: 1, y: 2 }),
  event(['return', 4, 0], { n: 1, x: 1, y: 2 }, 2),
]

export const TRACE = 't_1' as TraceId

export const DETAIL: TraceDetail = {
  trace: TRACE,
  program: 'add-one',
  entry: 'main(1)',
  events: EVENTS.length,
  depth: 2,
  exceptions: 0,
  exit: 'normal',
  stopReason: 'ended',
  error: null,
  trajectories: 0,
  labels: 0,
  recordedAt: 0,
  source: SOURCE,
  origin: null,
  licence: null,
  codeSha256: '',
  engine: 'pyodide',
  sandbox: 'deno',
  pythonVersion: '3.14.2',
  tracerVersion: '1.0.0',
  maxSteps: 100,
  timeoutSeconds: 1,
  recording: false,
  options: null,
  backend: 'settrace',
  imported: null,
  thread: 0,
  files: [],
  projectSha256: null,
  mainTrace: null,
  lanes: [{ trace: TRACE, thread: 0, events: EVENTS.length }],
  determinism: null,
  wallMs: 1,
  errorLine: null,
  result: int(2),
  stdout: '',
  stdoutBytes: 0,
}
