import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import {
  type DrawRequest,
  DrawRequestSchema,
  type MixRequest,
} from '../../../shared/contract/drawing.ts'
import type { SampleRequest } from '../../../shared/contract/trajectories.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import { inOrder } from '../in-order.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { madeRow, policyOf, tracesKept } from '../trajectory/draw.ts'
import { drawMix, mixOutcome, mixTitle } from '../trajectory/draw-mix.ts'
import type { DrawnPart, DrawPart } from '../trajectory/draw-part.ts'

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
  const tasks = partsOf(traces, { ...input, policy }).map(
    (part) => () => ctx.crew.do('draw', part).then((drawn) => ({ part, drawn })),
  )
  for await (const { part, drawn } of inOrder(tasks, 2 * ctx.crew.width)) {
    await ctx.ready()
    ctx.signal.throwIfAborted()
    if (drawn.refusal === null) await stage(drawn, sum, ctx)
    else {
      problem = drawn.refusal
      sum.skipped += part.from === 0 ? 1 : 0
    }
    report(input, sum, ctx)
  }
  if (sum.skipped === traces.length) {
    const none = input.trace === null ? nothingToDraw(input, policy) : problem
    throw new ServiceError('bad-input', none)
  }
  return sum
}

/** What the hands of the crew are given, trace after trace. */
function partsOf(
  traces: readonly string[],
  { policy, direction, seed, entry, count }: SampleRequest & { readonly policy: PolicyDocument },
): DrawPart[] {
  const parts: DrawPart[] = []
  for (const trace of traces) {
    for (let from = 0; from < count; from += STAGE_SIZE) {
      const to = Math.min(count, from + STAGE_SIZE)
      parts.push({ trace, policy, direction, seed, entry, from, to })
    }
  }
  return parts
}

async function stage(
  { trajectories, program }: DrawnPart,
  sum: Drawn,
  ctx: JobContext,
): Promise<void> {
  const { repeats } = await ctx.store.write('trajectoriesStage', { job: ctx.jobId, trajectories })
  sum.repeats += repeats
  sum.drawn += trajectories.length
  for (const trajectory of trajectories) {
    sum.resampled += trajectory.resampled
    ctx.made(madeRow(trajectory, program))
  }
}

function nothingToDraw(
  { entry: asked }: SampleRequest,
  { entry = 'root' }: PolicyDocument,
): string {
  if (asked !== null) return `No trace has a call of ${asked}.`
  if (typeof entry === 'object') return `No trace has a call that ${entry.where} keeps.`
  return 'No trace has events, so there is nothing to sample.'
}

function report({ count }: SampleRequest, sum: Drawn, ctx: JobContext): void {
  ctx.report({
    done: sum.drawn,
    total: (sum.traces - sum.skipped) * count,
    text: `${formatNoun(sum.drawn, ...TRAJECTORIES)} drawn`,
  })
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
