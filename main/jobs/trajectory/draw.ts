import { checkPolicy, policyHint } from '../../../shared/contract/read-document.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { TraceId } from '../../../shared/trace/event.ts'
import { directionsOf, policyByName, policyIdentity } from '../../../shared/trajectory/policies.ts'
import { canonicalText, type PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import { isReverseOfForwardWalk } from '../../../shared/trajectory/reverse-check.ts'
import { policyAsksWrites } from '../../../shared/trajectory/rules.ts'
import { sampleTrajectory } from '../../../shared/trajectory/sample.ts'
import { activationScope } from '../../../shared/trajectory/scope.ts'
import { createSourceIndex, type SourceIndex } from '../../../shared/trajectory/source-index.ts'
import type { Direction, Scope, TrajectoryId } from '../../../shared/trajectory/types.ts'
import { nodeAt } from '../../../shared/tree/navigate.ts'
import type { DrawnTrajectory } from '../../store/drawing-types.ts'
import type { StoreReads } from '../../store/store.ts'
import { contentId } from '../record/identity.ts'
import { type LoadedTrace, loadTrace } from './load-trace.ts'

/** The document of a policy given by name or as one; a sentence for what cannot be drawn by. */
export function policyOf(given: string | PolicyDocument, direction: Direction): PolicyDocument {
  const policy = typeof given === 'string' ? policyByName(given) : checked(given)
  if (policy === null) {
    const name = String(given)
    throw new ServiceError('bad-input', `There is no policy ${name}; ${policyHint(name)}`)
  }
  if (!directionsOf(policy).includes(direction)) {
    throw new ServiceError('bad-input', `The policy ${policy.name} does not go ${direction}.`)
  }
  return policy
}

function checked(document: PolicyDocument): PolicyDocument {
  const read = checkPolicy(document)
  if (!read.ok) throw new ServiceError('bad-input', `The policy was refused. ${read.error}`)
  return read.document
}

/** The traces that a query keeps, at least one. */
export async function tracesKept(
  where: string,
  { store, signal }: { readonly store: StoreReads; readonly signal: Signal },
): Promise<string[]> {
  const traces = await store.read('traceIds', { where }, { signal, deadlineMs: 60_000 })
  if (traces.length === 0) throw new ServiceError('not-found', 'No trace matches the filter.')
  return traces
}

/** A trace with all that some policies ask of it. */
export interface OpenTrace {
  readonly loaded: LoadedTrace
  readonly sources: SourceIndex
  /** The calls that the query of a policy's entry keeps, by the query. */
  readonly queried: ReadonlyMap<string, readonly Scope[]>
}

/** Reads a trace to draw from it by the policies. */
export async function openTrace(
  store: StoreReads,
  trace: string,
  policies: readonly PolicyDocument[],
  signal: Signal,
): Promise<OpenTrace> {
  const loaded = await loadTrace(store, trace, signal)
  const asksWrites = policies.some(policyAsksWrites)
  const paths = loaded.files.map(({ path }) => path)
  const long = { signal, deadlineMs: 60_000 }
  const writes = asksWrites ? (await store.read('traceWriteCounts', { trace }, long)).counts : null
  const limitsTokens = policies.some((policy) => policy.max_tokens !== undefined)
  const sizes = limitsTokens ? (await store.read('traceSizes', { trace }, long)).sizes : null
  const sources = createSourceIndex(loaded.tree, loaded.lines, {
    paths,
    ...(writes === null ? {} : { writes }),
    ...(sizes === null ? {} : { sizes }),
  })
  const queried = new Map<string, readonly Scope[]>()
  for (const { entry } of policies) {
    if (typeof entry !== 'object' || queried.has(entry.where)) continue
    const { seqs } = await store.read('traceCalls', { trace, where: entry.where }, long)
    const scopes = seqs.map((seq) =>
      activationScope(loaded.tree, nodeAt(loaded.tree, seq).activation),
    )
    queried.set(entry.where, scopes)
  }
  return { loaded, sources, queried }
}

/** Which trajectory of a trace. */
export interface WhichTrajectory {
  readonly policy: PolicyDocument
  readonly direction: Direction
  readonly seed: number
  readonly ordinal: number
  /** Function whose calls are entries; null for where the policy starts. */
  readonly entry: string | null
}

/** Draws one trajectory; a sentence where the trace has nothing to start from. Backwards ones are checked to be forward walks. */
export function drawOne(
  { loaded, sources, queried }: OpenTrace,
  { policy, direction, seed, ordinal, entry }: WhichTrajectory,
): DrawnTrajectory | string {
  const { about, tree } = loaded
  const where = typeof policy.entry === 'object' ? policy.entry.where : null
  const sampled = sampleTrajectory({
    sources,
    traceId: about.trace as TraceId,
    traceExit: about.exit,
    policy,
    seed,
    ordinal,
    direction,
    entry,
    ...(where === null ? {} : { queried: queried.get(where) ?? [] }),
  })
  if (!sampled.ok) return sampled.error
  const drawn = sampled.value
  if (direction === 'inverse' && !isReverseOfForwardWalk(tree, drawn)) {
    throw new Error(`A trajectory drawn from ${about.trace} is no forward walk read backwards.`)
  }
  const parts = [about.trace, policyIdentity(policy), seed, ordinal, direction, entry]
  const id = contentId('j', parts) as TrajectoryId
  return { ...drawn, id, document: canonicalText(policy) }
}

/** What a job tells of a trajectory it has drawn. */
export function madeRow(
  { id, trace, policy, seed, ordinal, direction, steps, exit }: DrawnTrajectory,
  program: string,
): Record<string, unknown> {
  const row = { trajectory: id, trace, program, policy, seed, ordinal, direction }
  return { ...row, steps: steps.length, exit }
}
