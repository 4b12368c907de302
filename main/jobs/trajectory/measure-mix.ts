import type { MixLengths, MixRequest } from '../../../shared/contract/drawing.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { PartLengths, TraceLengths } from '../../../shared/trajectory/mix-forecast.ts'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import type { Direction } from '../../../shared/trajectory/types.ts'
import type { StoreReads } from '../../store/store.ts'
import type { Crew } from '../crew/crew.ts'
import { inOrder } from '../in-order.ts'
import { codecNamed } from './codec-named.ts'
import { drawOne, openTrace, policyOf, tracesKept } from './draw.ts'
import { shuffled, tokensOfDrawn } from './draw-mix.ts'

/** Trajectories drawn of each part of each trace, and traces: enough for an "about", soon enough to wait for. */
const OF_PART = 4
const MOST_TRACES = 24
/** No further trace is looked at after so many milliseconds, once there are some. */
const LONG_MS = 1500
const SOME_TRACES = 3

/** Some trajectories of each part of a mix, on one trace. */
export interface MeasurePart {
  readonly trace: string
  readonly parts: readonly { readonly policy: PolicyDocument; readonly direction: Direction }[]
  readonly seed: number
  readonly codec: string
}

/** Draws from a trace as a mix does, keeping only how long the trajectories are. */
export async function measurePart(
  { trace, parts, seed, codec: codecId }: MeasurePart,
  { store, signal }: { readonly store: StoreReads; readonly signal: Signal },
): Promise<TraceLengths> {
  const codec = codecNamed(codecId)
  const policies = parts.map(({ policy }) => policy)
  const open = await openTrace(store, trace, policies, signal)
  const from = { store, loaded: open.loaded, codec, signal }
  const measured: (PartLengths | null)[] = []
  for (const part of parts) {
    const actions: number[] = []
    const tokens: number[] = []
    for (let ordinal = 0; ordinal < OF_PART; ordinal++) {
      const drawn = drawOne(open, { ...part, seed, ordinal, entry: null })
      if (typeof drawn === 'string') break
      actions.push(drawn.steps.length)
      tokens.push(await tokensOfDrawn(drawn, from))
    }
    measured.push(tokens.length === 0 ? null : { actions, tokens })
  }
  return measured
}

/** How long the trajectories of each part of a mix are, by some from traces all over those that the query keeps. */
export async function measureMix(
  { mix, where }: MixRequest,
  {
    store,
    crew,
    signal,
  }: { readonly store: StoreReads; readonly crew: Crew; readonly signal: Signal },
): Promise<MixLengths> {
  const codec = codecNamed(mix.codec ?? 'nd@1').id
  const parts = mix.parts.map(({ policy, direction }) => ({
    policy: policyOf(policy, direction),
    direction,
  }))
  const kept = await tracesKept(where, { store, signal })
  const tasks = shuffled(kept, mix.seed)
    .slice(0, MOST_TRACES)
    .map((trace) => () => crew.do('measure', { trace, parts, seed: mix.seed, codec }))
  const started = Date.now()
  const measured: TraceLengths[] = []
  for await (const one of inOrder(tasks, 2 * crew.width)) {
    measured.push(one)
    if (measured.length >= SOME_TRACES && Date.now() - started > LONG_MS) break
  }
  return { traces: kept.length, codec, lengths: measured }
}
