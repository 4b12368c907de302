import type { EngineChoice } from '../../../shared/contract/models.ts'
import type { RunRequest } from '../../../shared/contract/runs.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import type { Decoding, Engine } from '../../../shared/model/engine.ts'
import { SCORER } from '../../../shared/model/types.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Engines } from '../../runtime/engines.ts'
import type { RunHead } from '../../store/model-types.ts'
import { contentId, sha256Hex } from '../record/identity.ts'
import { codecNamed } from '../trajectory/codec-named.ts'

type Settings = Omit<RunRequest, 'where' | 'view' | 'like' | 'suite' | keyof EngineChoice>

/** What a request names, found and checked. */
export interface Predictor {
  readonly engine: Engine
  readonly codec: Codec
  readonly decoding: Decoding
}

/** A ServiceError with one sentence where the request names what there is not. */
export async function predictorOf(
  engines: Pick<Engines, 'get'>,
  request: EngineChoice & Settings,
): Promise<Predictor> {
  const codec = codecNamed(request.codec)
  const engine = await engines.get(request)
  const { mode, temperature, topP, seed, maxTokens } = request
  if (mode === 'sampled' && !engine.info.capabilities.sampling) {
    throw new ServiceError('bad-input', `${request.model} does not draw tokens; choose greedy.`)
  }
  const isConstrained = constrains(engine, request)
  const drawn = { mode, temperature, topP, seed, maxTokens }
  // Absent where there is none, as in runs that were kept before there was one.
  return { engine, codec, decoding: isConstrained ? { ...drawn, constraint: 'codec' } : drawn }
}

/** Whether an engine is held to answers that keep the codec valid. */
function constrains({ info }: Engine, { constraint, model }: EngineChoice & Settings): boolean {
  const { kind, capabilities } = info
  if (constraint === undefined) return kind === 'local' && capabilities.constrained
  if (constraint === 'none' || capabilities.constrained) return constraint === 'codec'
  throw new ServiceError(
    'bad-input',
    `${model} cannot be held to answers that keep the codec valid; leave the constraint out.`,
  )
}

/** A run of a request over a set of trajectories; equal requests and sets have equal ids. */
export function runHead(
  { engine, codec, decoding }: Predictor,
  {
    suite,
    where,
    view = null,
  }: Pick<RunHead, 'suite' | 'where'> & { readonly view?: string | null },
  trajectories: readonly string[],
): RunHead {
  const { name, kind, identity, mark } = engine.info
  const { seed, ...settings } = decoding
  const setSha256 = sha256Hex(trajectories.join('\n'))
  const parts = [identity, codec.id, SCORER, settings, seed, suite, setSha256]
  return {
    run: contentId('r', parts),
    engine: { name, kind, identity, mark },
    codec: codec.id,
    scorer: SCORER,
    createdAt: Date.now(),
    ...{ suite, settings, seed, where, view, setSha256 },
  }
}
