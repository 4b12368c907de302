import { must } from '../../../shared/base/assert.ts'
import { createPrng } from '../../../shared/base/prng.ts'
import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import type { MixRequest } from '../../../shared/contract/drawing.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import { type MixDocument, unitOf } from '../../../shared/trajectory/mix-document.ts'
import { MixPlan, type Visit } from '../../../shared/trajectory/mix-plan.ts'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import type { Direction } from '../../../shared/trajectory/types.ts'
import type { DrawnTrajectory } from '../../store/drawing-types.ts'
import type { StoreReads } from '../../store/store.ts'
import type { JobContext, JobOutcome } from '../kind.ts'
import { codecNamed } from './codec-named.ts'
import { drawOne, madeRow, type OpenTrace, openTrace, policyOf, tracesKept } from './draw.ts'
import { encodeTrajectory } from './encode-trajectory.ts'
import type { LoadedTrace } from './load-trace.ts'

/** What a part of a mix has given. */
interface PartCount {
  readonly policy: string
  readonly direction: Direction
  trajectories: number
  actions: number
  tokens: number
}

export interface MixCount {
  readonly name: string
  readonly unit: string
  readonly budget: number
  readonly parts: readonly PartCount[]
  spent: number
  resampled: number
  repeats: number
  /** Trajectories that did not fit what was left of the budget. */
  tooLong: number
  readonly traces: Set<string>
}

interface Part {
  readonly policy: PolicyDocument
  readonly direction: Direction
}

export function mixTitle({ mix }: MixRequest): string {
  const { unit, amount } = unitOf(mix.budget)
  return `Sample ${formatCount(amount)} ${unit} of ${mix.name}`
}

interface DrawnFrom {
  readonly store: StoreReads
  readonly loaded: LoadedTrace
  readonly codec: Codec
  readonly signal: Signal
}

/** Tokens of a trajectory that is not in the store; a ServiceError where the codec cannot hold it. */
export async function tokensOfDrawn(
  drawn: DrawnTrajectory,
  { store, loaded, codec, signal }: DrawnFrom,
): Promise<number> {
  const detail = { ...drawn, row: { ...drawn, trajectory: drawn.id } }
  const { text } = await encodeTrajectory(store, { loaded, detail, codec }, signal)
  return codec.tokenizer.tokenize(text).ids.length
}

/**
 * An even order of the traces, so that a budget which ends early has taken from all over the store. It does not depend
 * on the order in which the store came by them.
 */
export function shuffled(traces: readonly string[], seed: number): string[] {
  const prng = createPrng(seed, 'mix traces')
  const order = [...traces].sort()
  for (let at = order.length - 1; at > 0; at--) {
    const other = prng.nextBelow(at + 1)
    const moved = must(order[at], 'trace')
    order[at] = must(order[other], 'trace')
    order[other] = moved
  }
  return order
}

/** Draws what the plan of a mix says. */
class MixDrawing {
  readonly count: MixCount
  private readonly parts: readonly Part[]
  private readonly plan: MixPlan
  private readonly unit: 'tokens' | 'actions' | 'trajectories'
  private readonly amount: number
  private readonly codec: Codec | null
  /** By trace: the ordinal of each part's next. */
  private readonly ordinals = new Map<string, number[]>()
  private readonly ofTrace = new Map<string, number>()
  private readonly ofProgram = new Map<string, number>()
  private readonly mix: MixDocument
  private readonly ctx: JobContext

  constructor(mix: MixDocument, ctx: JobContext) {
    this.mix = mix
    this.ctx = ctx
    const { unit, amount } = unitOf(mix.budget)
    this.unit = unit
    this.amount = amount
    this.codec = unit === 'tokens' ? codecNamed(mix.codec ?? 'nd@1') : null
    this.parts = mix.parts.map(({ policy, direction }) => ({
      policy: policyOf(policy, direction),
      direction,
    }))
    this.plan = new MixPlan(
      mix.parts.map(({ share }) => share),
      amount,
    )
    const parts = this.parts.map(({ policy: { name }, direction }) => ({
      policy: name,
      direction,
      trajectories: 0,
      actions: 0,
      tokens: 0,
    }))
    const sums = { spent: 0, resampled: 0, repeats: 0, tooLong: 0, traces: new Set<string>() }
    this.count = { name: mix.name, unit, budget: amount, parts, ...sums }
  }

  async run(traces: readonly string[]): Promise<MixCount> {
    const order = shuffled(traces, this.mix.seed)
    for (const visit of this.plan.visits(order.length)) {
      await this.ctx.ready()
      await this.drawFrom(must(order[visit.trace], 'trace'), visit)
    }
    this.count.tooLong = this.plan.tooLong
    return this.count
  }

  private async drawFrom(trace: string, visit: Visit): Promise<void> {
    const { store, signal, jobId } = this.ctx
    const policies = this.parts.map(({ policy }) => policy)
    const open = await openTrace(store, trace, policies, signal)
    const batch: DrawnTrajectory[] = []
    while (this.mayDraw(open)) {
      const part = this.plan.next(visit)
      if (part === null) break
      const drawn = this.drawPart(part, open)
      if (typeof drawn === 'string') {
        this.plan.skip(part)
        continue
      }
      const tokens = await this.tokensOf(drawn, open)
      const cost = { tokens, actions: drawn.steps.length, trajectories: 1 }[this.unit]
      if (!this.plan.take(part, cost)) continue
      this.take(part, drawn, { open, tokens })
      batch.push(drawn)
    }
    if (batch.length === 0) return
    const { repeats } = await store.write('trajectoriesStage', { job: jobId, trajectories: batch })
    this.count.repeats += repeats
    this.count.traces.add(trace)
    for (const drawn of batch) this.ctx.made(madeRow(drawn, open.loaded.about.program))
    this.report()
  }

  private mayDraw({ loaded: { about } }: OpenTrace): boolean {
    const { per_trace: perTrace, per_program: perProgram } = this.mix.caps ?? {}
    const ofTrace = this.ofTrace.get(about.trace) ?? 0
    const ofProgram = this.ofProgram.get(about.program) ?? 0
    return (
      ofTrace < (perTrace ?? Number.POSITIVE_INFINITY) &&
      ofProgram < (perProgram ?? Number.POSITIVE_INFINITY)
    )
  }

  private drawPart(index: number, open: OpenTrace): DrawnTrajectory | string {
    const { policy, direction } = must(this.parts[index], 'part')
    const { trace } = open.loaded.about
    const ordinals = this.ordinals.get(trace) ?? this.parts.map(() => 0)
    this.ordinals.set(trace, ordinals)
    const ordinal = ordinals[index] ?? 0
    ordinals[index] = ordinal + 1
    return drawOne(open, { policy, direction, seed: this.mix.seed, ordinal, entry: null })
  }

  private async tokensOf(drawn: DrawnTrajectory, { loaded }: OpenTrace): Promise<number> {
    const { codec, ctx } = this
    if (codec === null) return 0
    return tokensOfDrawn(drawn, { store: ctx.store, loaded, codec, signal: ctx.signal })
  }

  private take(
    part: number,
    drawn: DrawnTrajectory,
    { open, tokens }: { open: OpenTrace; tokens: number },
  ): void {
    const { trace, program } = open.loaded.about
    this.ofTrace.set(trace, (this.ofTrace.get(trace) ?? 0) + 1)
    this.ofProgram.set(program, (this.ofProgram.get(program) ?? 0) + 1)
    this.count.spent = this.plan.spent
    this.count.resampled += drawn.resampled
    const of = must(this.count.parts[part], 'part')
    of.trajectories += 1
    of.actions += drawn.steps.length
    of.tokens += tokens
  }

  private report(): void {
    const { spent, parts, unit } = this.count
    const drawn = parts.reduce((sum, one) => sum + one.trajectories, 0)
    const text = `${formatNoun(drawn, 'trajectory', 'trajectories')}, ${formatCount(spent)} ${unit}`
    this.ctx.report({ done: spent, total: this.amount, text })
  }
}

/** Draws what a recipe says from the traces that the request's query keeps, and stages it. */
export async function drawMix({ mix, where }: MixRequest, ctx: JobContext): Promise<MixCount> {
  const drawing = new MixDrawing(mix, ctx)
  const count = await drawing.run(await tracesKept(where, ctx))
  if (count.spent > 0) return count
  throw new ServiceError(
    'bad-input',
    'Nothing was drawn: no trace has a state to start from, or the budget is smaller than one trajectory.',
  )
}

function partWords({ policy, direction, trajectories }: PartCount): string {
  return `${formatCount(trajectories)} of ${policy} ${direction}`
}

export function mixOutcome(count: MixCount) {
  return (published: number): JobOutcome => {
    const { name, unit, budget, spent, resampled, repeats, tooLong, parts, traces } = count
    const drawn = parts.reduce((sum, one) => sum + one.trajectories, 0)
    const text = [
      `${formatNoun(drawn, 'trajectory', 'trajectories')} of ${name} from ${formatNoun(traces.size, 'trace')}`,
      `${formatCount(spent)} of ${formatCount(budget)} ${unit}`,
      drawn > published ? `${drawn - published} of them were there already` : null,
      repeats > 0 ? formatNoun(repeats, 'exact duplicate') : null,
      tooLong > 0
        ? `${formatNoun(tooLong, 'trajectory', 'trajectories')} too long for what was left`
        : null,
      parts.map(partWords).join(', '),
    ]
      .filter((part) => part !== null)
      .join('; ')
    const sums = { drawn, published, resampled, repeats, tooLong, traces: traces.size }
    return { text: `${text}.`, result: { ...sums, mix: name, unit, budget, spent, parts } }
  }
}
