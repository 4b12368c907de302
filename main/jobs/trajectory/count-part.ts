import { type CountedTrajectory, countedOf } from '../../../shared/grammar/count.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { StoreReads } from '../../store/store.ts'
import { codecNamed } from './codec-named.ts'
import { readTranscript } from './encode-trajectory.ts'
import type { Tokenizers } from './tokenizers.ts'
import type { TraceCache } from './trace-cache.ts'

export interface CountPart {
  readonly trajectories: readonly string[]
  readonly codec: string
  /** A name as `Tokenizers` takes it. */
  readonly tokenizer: string
}

export interface CountedPart {
  readonly counted: readonly CountedTrajectory[]
  readonly refused: number
  /** Why the first of them was refused. */
  readonly refusal: string | null
}

interface CountTools {
  readonly store: StoreReads
  readonly traces: TraceCache
  readonly tokenizers: Tokenizers
  readonly signal: Signal
}

/** What is to be counted of each trajectory that the codec can hold. */
export async function countPart(
  { trajectories, codec: codecId, tokenizer: name }: CountPart,
  { store, traces, tokenizers, signal }: CountTools,
): Promise<CountedPart> {
  const codec = codecNamed(codecId)
  const tokenizer = await tokenizers.get(name, codec)
  const counted: CountedTrajectory[] = []
  let refusal: string | null = null
  for (const trajectory of trajectories) {
    const detail = await store.read('trajectoryGet', { trajectory }, { signal })
    const { loaded } = await traces.get(detail.row.trace, signal)
    const { transcript, hints } = await readTranscript(store, { loaded, detail }, signal)
    const reason = codec.refuses(transcript)
    refusal ??= reason
    if (reason !== null) continue
    const { text } = codec.encode(transcript, hints)
    counted.push(countedOf(transcript, tokenizer.tokenize(text).ids.length))
  }
  return { counted, refused: trajectories.length - counted.length, refusal }
}
