import { createHash } from 'node:crypto'
import type { TraceBatch, TraceHead, TraceTail } from '../../main/store/write-types.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import type { ProgramId, TraceId } from '../../shared/trace/event.ts'
import type { Trajectory, TrajectoryId } from '../../shared/trajectory/types.ts'

export const EMPTY_BATCH: TraceBatch = {
  forget: false,
  sources: [],
  codes: [],
  names: [],
  values: [],
  activations: [],
  activationCloses: [],
  nodes: {
    from: 0,
    close: [],
    parent: [],
    depth: [],
    activation: [],
    kind: [],
    line: [],
    flags: [],
    arg: [],
  },
  closes: [],
  aliases: [],
  bindings: { frame: [], slot: [], from: [], name: [], value: [] },
  outputs: [],
}

function idOf(prefix: string, text: string): string {
  return `${prefix}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

export function headOf(name: string, changes: Partial<TraceHead> = {}): TraceHead {
  return {
    trace: idOf('t', name) as TraceId,
    program: {
      id: idOf('p', name) as ProgramId,
      name,
      source: 'def f(n):\n    m = n + 1\n    return m\n',
      codeSha256: createHash('sha256').update(name).digest('hex'),
      origin: null,
      licence: null,
    },
    entry: 'f(1)',
    engine: 'pyodide',
    sandbox: 'deno',
    pythonVersion: '3.14.2',
    tracerVersion: '1.0.0',
    maxSteps: 100,
    timeoutSeconds: 10,
    options: null,
    backend: 'settrace',
    imported: null,
    thread: 0,
    mainTrace: null,
    projectSha256: null,
    recordedAt: 1_700_000_000_000,
    ...changes,
  }
}

/** f(1) as recorded: call, line, line, return; n = 1, then m = 2. */
export const SMALL_BATCH: TraceBatch = {
  ...EMPTY_BATCH,
  codes: [{ id: 0, name: 'f', qualname: 'f', file: 'program.py', firstLine: 1 }],
  names: [
    [0, 'n'],
    [1, 'm'],
  ],
  values: [
    [0, { text: '1', size: 1, type: 'int' }],
    [1, { text: '2', size: 1, type: 'int' }],
  ],
  activations: [{ activation: 0, frame: 0, code: 0, thread: 1, open: 0, close: 3 }],
  nodes: {
    from: 0,
    close: [0, 1, 2, 3],
    parent: [-1, -1, -1, -1],
    depth: [1, 1, 1, 1],
    activation: [0, 0, 0, 0],
    kind: [0, 1, 1, 2],
    line: [1, 2, 3, 3],
    flags: [0, 0, 0, 0],
    arg: [-1, -1, -1, 1],
  },
  bindings: { frame: [0, 0], slot: [0, 1], from: [0, 2], name: [0, 1], value: [0, 1] },
  outputs: [{ afterSeq: 1, stream: 'stdout', text: 'hello\n' }],
}

export const SMALL_TAIL: TraceTail = {
  events: 4,
  depth: 1,
  exceptions: 0,
  exit: 'normal',
  stopReason: 'ended',
  error: null,
  errorLine: null,
  result: { text: '2', size: 1, type: 'int' },
  stdoutBytes: 6,
  wallMs: 1.5,
  turns: null,
}

export function jobRow(id: string, changes: Partial<JobRow> = {}): JobRow {
  return {
    job: id,
    kind: 'record',
    state: 'queued',
    paused: false,
    title: 'Record',
    done: 0,
    total: null,
    text: 'Waiting',
    error: null,
    result: null,
    createdAt: 1_700_000_000_000,
    startedAt: null,
    endedAt: null,
    ...changes,
  }
}

export function trajectoryOf(trace: string, ordinal: number): Trajectory {
  return {
    id: idOf('j', `${trace} ${ordinal}`) as TrajectoryId,
    trace: trace as TraceId,
    policy: 'paper-mix',
    seed: 7,
    ordinal,
    direction: 'forward',
    scope: { open: 0, close: 3 },
    start: { seq: 0, duplicate: false },
    steps: [
      {
        action: { name: 'breakpoint', operand: '    return m' },
        target: { seq: 2, duplicate: false },
      },
      { action: { name: 'step_into', operand: null }, target: { seq: 3, duplicate: false } },
      { action: { name: 'continue', operand: null }, target: null },
    ],
    exit: 'normal',
    resampled: 1,
  }
}

/** The process that owns a job in tests: this one. */
export const SELF = { pid: process.pid, startedAt: Math.round(performance.timeOrigin) }
