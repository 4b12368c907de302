import { createSession, type Session } from '../../renderer/src/api/session.ts'
import { must } from '../../shared/base/assert.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import type { LabelAct } from '../../shared/contract/labels.ts'
import type { OutputPieces, TraceDetail } from '../../shared/contract/traces.ts'
import type { StopTrigger } from '../../shared/contract/trees.ts'
import { parseStepCondition } from '../../shared/query/check.ts'
import { matches } from '../../shared/query/evaluate.ts'
import { partsOf } from '../../shared/query/parts.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { SourceFile } from '../../shared/trace/source.ts'
import { directionsOf, POLICIES } from '../../shared/trajectory/policies.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import { createSourceIndex } from '../../shared/trajectory/source-index.ts'
import type { Trajectory } from '../../shared/trajectory/types.ts'
import { stepRow } from '../support/step-row.ts'
import { DETAIL, EVENTS, type Recorded, TRACE } from './recorded-program.ts'
import { labelHandlers, labelsOf } from './recording-labels.ts'
import { type PredictedRun, predictionHandlers } from './recording-predictions.ts'
import { LINES, TREE, textHandlers, treeOf } from './recording-text.ts'
import { WRITE_HANDLERS } from './recording-writes.ts'

export interface RecordingHost {
  readonly session: Session
  readonly acts: LabelAct[]
  readonly trajectories: Map<string, Trajectory>
  /** Draws trajectories as the sampling job does. */
  readonly draw: (policy: string, count: number) => void
}

const SOURCES = createSourceIndex(TREE, [LINES])

interface Recording {
  readonly detail?: Partial<TraceDetail>
  readonly output?: OutputPieces
  /** Two: `main` runs in the first, `g` in the second. */
  readonly files?: readonly SourceFile[]
  /** What was recorded, where it is not the usual program. */
  readonly events?: readonly Recorded[]
  /** Runs that are done. */
  readonly predicted?: readonly PredictedRun[]
}
const NO_OUTPUT: OutputPieces = { afterSeq: [], length: [] }

/** Conditions and exceptions, from the complete states. */
function stopsAt({ kind, line, locals, arg }: Recorded, trigger: StopTrigger): boolean {
  if (trigger.kind === 'exception') return kind === 'exception' && arg?.type === trigger.type
  if (trigger.kind === 'data' || kind !== 'line' || line !== trigger.line) return false
  const condition = parseStepCondition(trigger.condition)
  return condition.ok && matches(condition.value, stepRow(locals))
}

type TraceHandlers = Pick<
  Handlers<WorkbenchContract>,
  | 'trace.page'
  | 'trace.get'
  | 'trace.files'
  | 'trace.output'
  | 'tree.nodes'
  | 'tree.states'
  | 'tree.findStop'
  | 'host.describe'
  | 'host.changes'
>

const traceHandlers = ({
  detail = {},
  output = NO_OUTPUT,
  files = [],
  events = EVENTS,
}: Recording): TraceHandlers => ({
  'trace.page': () => ({ rows: [DETAIL], total: 1, unfiltered: 1 }),
  'trace.get': ({ trace }) => {
    if (trace !== TRACE) throw new ServiceError('not-found', `There is no trace ${trace}.`)
    return { ...DETAIL, files: files.map(({ path }) => path), ...detail }
  },
  'trace.files': () => ({ files: [...files] }),
  'trace.output': () => output,
  'tree.nodes': async (_, emit, { signal }) => {
    const { nodes } = treeOf(events)
    const column = <K extends keyof (typeof nodes)[number]>(key: K) =>
      nodes.map((node) => node[key])
    emit({
      from: 0,
      close: column('close'),
      parent: column('parent'),
      depth: column('depth'),
      kind: column('kind'),
      line: column('line'),
      file: files.length === 0 ? [] : nodes.map((node) => (node.function === 'g' ? 1 : 0)),
      function: column('function'),
      activation: column('activation'),
      frame: column('frame'),
      flags: column('flags'),
    })
    // More may come of a trace that is still recorded.
    if (detail.recording !== true) return
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  },
  'tree.states': ({ seqs }) => ({
    states: seqs.flatMap((seq) => {
      const entry = events[seq]
      if (entry === undefined) return []
      return [{ seq, locals: entry.locals.map(([name, value]) => [name, value]), arg: entry.arg }]
    }),
  }),
  'tree.findStop': ({ from, until, direction, triggers }) => {
    const seqs = events.flatMap((event, seq) =>
      seq >= from && seq < until && triggers.some((one) => stopsAt(event, one)) ? [seq] : [],
    )
    return { seq: (direction === 'forward' ? seqs[0] : seqs.at(-1)) ?? null }
  },
  'host.describe': () => ({
    host: 'web',
    version: '0',
    store: '/store',
    readOnly: false,
    readOnlyReason: null,
    capabilities: { reveal: false, pickFolder: false },
  }),
  'host.changes': (_, __, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
})

/** A session on a host that holds one recorded trace, over a real wire with the real contract. */
export async function createRecordingHost(recording: Recording = {}): Promise<RecordingHost> {
  const trajectories = new Map<string, Trajectory>()
  const acts: LabelAct[] = []
  const draw = (policy: string, count: number, direction: 'forward' | 'inverse' = 'forward') => {
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const drawn = sampleTrajectory({
        sources: SOURCES,
        traceId: TRACE,
        traceExit: 'normal',
        policy,
        seed: 1,
        ordinal,
        direction,
        entry: null,
      })
      if (!drawn.ok) throw new ServiceError('bad-input', drawn.error)
      const id = `j_${policy}_${direction}_${ordinal}` as Trajectory['id']
      trajectories.set(id, { id, ...drawn.value })
    }
  }
  const handlers = new Proxy(
    {
      ...traceHandlers(recording),
      ...trajectoryHandlers(trajectories, acts),
      ...jobHandlers(draw),
      ...WRITE_HANDLERS,
      ...predictionHandlers(recording.predicted ?? []),
    },
    {
      get: (known, name) =>
        Reflect.get(known, name) ??
        (() => {
          throw new ServiceError('unavailable', `${String(name)} is not part of this host.`)
        }),
    },
  ) as Handlers<WorkbenchContract>
  const session = createSession(async () => {
    const [page, services] = createMemoryWires()
    serve(contract, handlers, services, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await session.connect()
  return { session, acts, trajectories, draw }
}

function trajectoryHandlers(
  trajectories: Map<string, Trajectory>,
  acts: LabelAct[],
): Partial<Handlers<WorkbenchContract>> {
  const find = (id: string): Trajectory => must(trajectories.get(id), id)
  const own = new Map<string, PolicyDocument>()
  const rowOf = (trajectory: Trajectory) => ({
    trajectory: trajectory.id,
    trace: trajectory.trace,
    program: DETAIL.program,
    policy: trajectory.policy,
    seed: trajectory.seed,
    ordinal: trajectory.ordinal,
    direction: trajectory.direction,
    steps: trajectory.steps.length,
    exit: trajectory.exit,
    labels: labelsOf(acts, trajectory.id).length,
    gold: false,
    repeats: false,
  })
  const isKept = (where: string, trace: string | null | undefined, id: string): boolean => {
    const row = rowOf(find(id))
    return (
      (partsOf(where) ?? []).every((term) => {
        if (term === 'not labelled') return row.labels === 0
        return !term.startsWith('trace ==') || term === `trace == "${row.trace}"`
      }) && (trace ?? row.trace) === row.trace
    )
  }
  return {
    'trajectory.page': ({ where, trace, offset, limit }) => {
      const ids = [...trajectories.keys()].filter((id) => isKept(where, trace, id))
      const rows = ids.slice(offset, offset + limit).map((id) => rowOf(find(id)))
      return { rows, total: ids.length }
    },
    'trajectory.positionOf': ({ trajectory, where, trace }) => {
      const ids = [...trajectories.keys()]
      const before = ids.slice(0, ids.indexOf(trajectory))
      const position = before.filter((id) => isKept(where, trace, id)).length
      return { position, kept: isKept(where, trace, trajectory) }
    },
    'trajectory.get': ({ trajectory: id }) => {
      const { scope, start, steps, resampled, ...rest } = find(id)
      return {
        row: rowOf({ scope, start, steps, resampled, ...rest }),
        scope,
        start,
        steps: steps.map(({ action, target }) => ({ action, target })),
        resampled,
        document: null,
        branch: null,
        labels: labelsOf(acts, id),
      }
    },
    ...textHandlers(find),
    'policy.own': () => ({ policies: [...own.values()] }),
    'policy.save': ({ policy, was }) => {
      if (was !== null) own.delete(was)
      own.set(policy.name, policy)
      return { policies: [...own.values()] }
    },
    'policy.remove': ({ name }) => {
      own.delete(name)
      return { policies: [...own.values()] }
    },
    'policy.list': () => ({
      policies: POLICIES.map((policy) => ({
        name: policy.name,
        directions: [...directionsOf(policy)],
        about: policy.about,
      })),
    }),
    ...labelHandlers(acts),
    'label.ofTrace': () => ({
      labels: [...trajectories.values()].flatMap(({ id, steps }) =>
        labelsOf(acts, id).flatMap(({ step, class: name }) => {
          const seq = steps[step]?.target?.seq
          return seq === undefined ? [] : [{ seq, class: name, count: 1 }]
        }),
      ),
    }),
  }
}

function jobHandlers(
  draw: (policy: string, count: number, direction: 'forward' | 'inverse') => void,
): Partial<Handlers<WorkbenchContract>> {
  const jobs = new Map<string, JobRow>()
  return {
    'trajectory.sample': ({ policy, count, direction }) => {
      const job = `k_${jobs.size}`
      draw(typeof policy === 'string' ? policy : policy.name, count, direction)
      jobs.set(job, {
        job,
        kind: 'sample',
        state: 'done',
        paused: false,
        title: 'Sample',
        done: 1,
        total: 1,
        text: `${count} trajectories drawn`,
        error: null,
        result: null,
        createdAt: 0,
        startedAt: 0,
        endedAt: 0,
      })
      return { job }
    },
    'job.page': () => ({ rows: [...jobs.values()], total: jobs.size }),
    'job.get': ({ job }) => must(jobs.get(job), job),
  }
}
