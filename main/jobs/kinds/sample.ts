import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import {
  type DrawRequest,
  DrawRequestSchema,
  type MixRequest,
} from '../../../shared/contract/drawing.ts'
import type { SampleRequest } from '../../../shared/contract/trajectories.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import type { DrawnTrajectory } from '../../store/drawing-types.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import {
  drawOne,
  madeRow,
  type OpenTrace,
  openTrace,
  policyOf,
  tracesKept,
} from '../trajectory/draw.ts'
import { drawMix, mixOutcome, mixTitle } from '../trajectory/draw-mix.ts'

/** Trajectories staged in one transaction. */
const STAGE_SIZE = 500
const TRAJECTORIES = ['trajectory', 'trajectories'] as const

function isMix(input: DrawRequest): input is MixRequest {
  return 'mix' in input
}

/** Draws trajectories; they become visible together when all are drawn, and a cancelled job leaves none. */
export const sample: Kind<DrawRequest> = {
  name: 'sample',
  lane: 'store',
  input: DrawRequestSchema,
  title: (input) => (isMix(input) ? mixTitle(input) : titleOf(input)),
  run: async (input, ctx) => {
    const { store, jobId } = ctx
    try {
      const outcome = isMix(input)
        ? mixOutcome(await drawMix(input, ctx))
        : outcomeOf(await drawPolicy(input, ctx))
      const { published } = await store.write('trajectoriesPublish', { job: jobId })
      ctx.changed('trajectory', null)
      return outcome(published)
    } catch (error) {
      await store.write('trajectoriesDiscard', { job: jobId })
      throw error
    }
  },
}

function titleOf({ count, policy, direction }: SampleRequest): string {
  const name = typeof policy === 'string' ? policy : policy.name
  return `Sample ${count} per trace with ${name}, ${direction}`
}

interface Drawn {
  drawn: number
  resampled: number
  repeats: number
  /** Traces that gave none: without events, or without a call of the entry. */
  skipped: number
  readonly traces: number
}

async function drawPolicy(input: SampleRequest, ctx: JobContext): Promise<Drawn> {
  const policy = policyOf(input.policy, input.direction)
  const traces = input.trace === null ? await tracesKept(input.where, ctx) : [input.trace]
  const sum: Drawn = { drawn: 0, resampled: 0, repeats: 0, skipped: 0, traces: traces.length }
  let problem = ''
  for (const trace of traces) {
    ctx.signal.throwIfAborted()
    const open = await openTrace(ctx.store, trace, [policy], ctx.signal)
    const refused = await drawFrom({ ...input, policy }, open, { ctx, sum })
    if (refused !== null) {
      problem = refused
      sum.skipped++
    }
    report(input, sum, ctx, 0)
  }
  if (sum.skipped === traces.length) {
    const none = input.trace === null ? nothingToDraw(input, policy) : problem
    throw new ServiceError('bad-input', none)
  }
  return sum
}

function nothingToDraw(
  { entry: asked }: SampleRequest,
  { entry = 'root' }: PolicyDocument,
): string {
  if (asked !== null) return `No trace has a call of ${asked}.`
  if (typeof entry === 'object') return `No trace has a call that ${entry.where} keeps.`
  return 'No trace has events, so there is nothing to sample.'
}

function report({ count }: SampleRequest, sum: Drawn, ctx: JobContext, ofTrace: number): void {
  ctx.report({
    done: sum.drawn + ofTrace,
    total: (sum.traces - sum.skipped) * count,
    text: `${formatNoun(sum.drawn + ofTrace, ...TRAJECTORIES)} drawn`,
  })
}

interface Drawing {
  readonly ctx: JobContext
  readonly sum: Drawn
}

/** Stages `input.count` trajectories of one trace; a sentence where it has nothing to start from. */
async function drawFrom(
  input: SampleRequest & { readonly policy: PolicyDocument },
  open: OpenTrace,
  { ctx, sum }: Drawing,
): Promise<string | null> {
  const { program } = open.loaded.about
  for (let from = 0; from < input.count; from += STAGE_SIZE) {
    await ctx.ready()
    const batch: DrawnTrajectory[] = []
    for (let ordinal = from; ordinal < Math.min(input.count, from + STAGE_SIZE); ordinal++) {
      const drawn = drawOne(open, { ...input, ordinal })
      if (typeof drawn === 'string') return `${program}: ${drawn}`
      batch.push(drawn)
    }
    const staged = { job: ctx.jobId, trajectories: batch }
    const { repeats } = await ctx.store.write('trajectoriesStage', staged)
    sum.repeats += repeats
    for (const trajectory of batch) {
      sum.resampled += trajectory.resampled
      ctx.made(madeRow(trajectory, program))
    }
    report(input, sum, ctx, from + batch.length)
  }
  sum.drawn += input.count
  return null
}

function outcomeOf({ drawn, resampled, repeats, skipped, traces }: Drawn) {
  return (published: number): JobOutcome => {
    const known = drawn - published
    const text = [
      `${formatNoun(drawn, ...TRAJECTORIES)} from ${formatCount(traces - skipped)} of ${formatNoun(traces, 'trace')}`,
      known > 0 ? `${known} of them were there already` : null,
      repeats > 0 ? `${formatNoun(repeats, 'exact duplicate')}` : null,
      resampled > 0 ? `${formatNoun(resampled, 'undefined action')} drawn again` : null,
    ]
      .filter((part) => part !== null)
      .join(', ')
    return {
      text: `${text}.`,
      result: { drawn, published, resampled, repeats, skipped, traces },
    }
  }
}
