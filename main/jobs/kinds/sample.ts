import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import { SampleRequest } from '../../../shared/contract/trajectories.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { TraceId } from '../../../shared/trace/event.ts'
import {
  directionsOf,
  POLICIES,
  policyByName,
  policyIdentity,
} from '../../../shared/trajectory/policies.ts'
import { sampleTrajectory } from '../../../shared/trajectory/sample.ts'
import { entryScopes } from '../../../shared/trajectory/scope.ts'
import { createSourceIndex, type SourceIndex } from '../../../shared/trajectory/source-index.ts'
import type { Trajectory, TrajectoryId } from '../../../shared/trajectory/types.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { contentId } from '../record/identity.ts'
import { type LoadedTrace, loadTrace } from '../trajectory/load-trace.ts'

/** Trajectories staged in one transaction. */
const STAGE_SIZE = 500
const TRAJECTORIES = ['trajectory', 'trajectories'] as const

/** Draws trajectories; they become visible together when all are drawn, and a cancelled job leaves none. */
export const sample: Kind<SampleRequest> = {
  name: 'sample',
  lane: 'store',
  input: SampleRequest,
  title: (input) => `Sample ${input.count} per trace with ${input.policy}, ${input.direction}`,
  run: async (input, ctx) => {
    checkPolicy(input)
    const { store, jobId, signal } = ctx
    const traces =
      input.trace === null
        ? await store.read('traceIds', { where: input.where }, { signal, deadlineMs: 60_000 })
        : [input.trace]
    if (traces.length === 0) throw new ServiceError('not-found', 'No trace matches the filter.')
    try {
      const drawn = await drawAll(input, traces, ctx)
      if (drawn.skipped === traces.length) throw new ServiceError('bad-input', nothingToDraw(input))
      const { published } = await store.write('trajectoriesPublish', { job: jobId })
      ctx.changed('trajectory', null)
      return outcomeOf(drawn, published, traces.length)
    } catch (error) {
      await store.write('trajectoriesDiscard', { job: jobId })
      throw error
    }
  },
}

function checkPolicy({ policy: name, direction }: SampleRequest): void {
  const policy = policyByName(name)
  if (policy === null) {
    const known = POLICIES.map((each) => each.name).join(', ')
    throw new ServiceError('bad-input', `There is no policy ${name}; there are ${known}.`)
  }
  if (!directionsOf(policy).includes(direction)) {
    throw new ServiceError('bad-input', `The policy ${name} does not go ${direction}.`)
  }
}

interface Drawn {
  readonly drawn: number
  readonly resampled: number
  /** Traces that gave none: without events, or without a call of the entry. */
  readonly skipped: number
}

async function drawAll(
  input: SampleRequest,
  traces: readonly string[],
  ctx: JobContext,
): Promise<Drawn> {
  let drawn = 0
  let resampled = 0
  let skipped = 0
  const report = (ofTrace: number): void =>
    ctx.report({
      done: drawn + ofTrace,
      total: (traces.length - skipped) * input.count,
      text: `${formatNoun(drawn + ofTrace, ...TRAJECTORIES)} drawn`,
    })
  for (const trace of traces) {
    ctx.signal.throwIfAborted()
    const loaded = await loadTrace(ctx.store, trace, ctx.signal)
    const problem = problemOf(input, loaded)
    if (problem !== null) {
      if (input.trace !== null) throw new ServiceError('bad-input', problem)
      skipped++
    } else {
      resampled += await drawFrom(input, loaded, { ctx, report })
      drawn += input.count
    }
    report(0)
  }
  return { drawn, resampled, skipped }
}

function problemOf({ entry }: SampleRequest, { about, tree }: LoadedTrace): string | null {
  if (tree.nodes.length === 0) {
    return `The trace of ${about.program} has no events, so there is nothing to sample.`
  }
  if (entry !== null && entryScopes(tree, entry).length === 0) {
    return `The trace of ${about.program} has no call of ${entry}.`
  }
  return null
}

function nothingToDraw({ entry }: SampleRequest): string {
  return entry === null
    ? 'No trace has events, so there is nothing to sample.'
    : `No trace has a call of ${entry}.`
}

interface Drawing {
  readonly ctx: JobContext
  /** Told how many of this trace are staged. */
  readonly report: (drawn: number) => void
}

/** Stages `input.count` trajectories of one trace; resolves to how many actions were drawn again. */
async function drawFrom(
  input: SampleRequest,
  loaded: LoadedTrace,
  { ctx, report }: Drawing,
): Promise<number> {
  const paths = loaded.files.map(({ path }) => path)
  const sources = createSourceIndex(loaded.tree, loaded.lines, { paths })
  let resampled = 0
  for (let from = 0; from < input.count; from += STAGE_SIZE) {
    ctx.signal.throwIfAborted()
    const batch: Trajectory[] = []
    for (let ordinal = from; ordinal < Math.min(input.count, from + STAGE_SIZE); ordinal++) {
      batch.push(drawOne(input, loaded, sources, ordinal))
    }
    await ctx.store.write('trajectoriesStage', { job: ctx.jobId, trajectories: batch })
    for (const trajectory of batch) {
      resampled += trajectory.resampled
      ctx.made(madeRow(trajectory, loaded))
    }
    report(from + batch.length)
  }
  return resampled
}

function drawOne(
  input: SampleRequest,
  { about }: LoadedTrace,
  sources: SourceIndex,
  ordinal: number,
): Trajectory {
  const { policy, seed, direction, entry } = input
  const sampled = sampleTrajectory({
    sources,
    traceId: about.trace as TraceId,
    traceExit: about.exit,
    policy,
    seed,
    ordinal,
    direction,
    entry,
  })
  if (!sampled.ok) throw new ServiceError('bad-input', sampled.error)
  const known = policyByName(policy)
  const identity = known === null ? policy : policyIdentity(known)
  const id = contentId('j', [about.trace, identity, seed, ordinal, direction, entry])
  return { ...sampled.value, id: id as TrajectoryId }
}

function madeRow(trajectory: Trajectory, { about }: LoadedTrace): Record<string, unknown> {
  const { id, trace, policy, seed, ordinal, direction, steps, exit } = trajectory
  const { program } = about
  return {
    trajectory: id,
    trace,
    program,
    policy,
    seed,
    ordinal,
    direction,
    steps: steps.length,
    exit,
  }
}

function outcomeOf(
  { drawn, resampled, skipped }: Drawn,
  published: number,
  traces: number,
): JobOutcome {
  const known = drawn - published
  const text = [
    `${formatNoun(drawn, ...TRAJECTORIES)} from ${formatCount(traces - skipped)} of ${formatNoun(traces, 'trace')}`,
    known > 0 ? `${known} of them were there already` : null,
    resampled > 0 ? `${formatNoun(resampled, 'undefined action')} drawn again` : null,
  ]
    .filter((part) => part !== null)
    .join(', ')
  return { text: `${text}.`, result: { drawn, published, resampled, skipped, traces } }
}
