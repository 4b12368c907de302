import type { CountNews } from '../../../shared/contract/trajectories.ts'
import { TrajectoryCounter } from '../../../shared/grammar/count.ts'
import type { Tokenizer } from '../../../shared/grammar/tokenizer.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { Store } from '../../store/store.ts'
import { readTranscript } from './encode-trajectory.ts'
import { keptIds } from './kept-ids.ts'
import type { TraceCache } from './trace-cache.ts'

/** How often news is given, in milliseconds. */
const NEWS_MS = 250

interface CountRequest {
  readonly where: string
  readonly codec: Codec
  readonly tokenizer: Tokenizer
}

/** How far counting is; `counts` come with the last news. */
export type CountProgress = Omit<CountNews, 'tokenizer'>

/** Counts the trajectories that a filter keeps, one after the other: only the numbers stay in memory. */
export async function countTrajectories(
  store: Store,
  traces: TraceCache,
  { where, codec, tokenizer }: CountRequest,
  { signal, onNews }: { readonly signal: Signal; readonly onNews: (news: CountProgress) => void },
): Promise<void> {
  const total = await store.read('trajectoryCount', { where })
  const counter = new TrajectoryCounter()
  let [done, refused, told] = [0, 0, Date.now()]
  let refusal: string | null = null
  for await (const trajectory of keptIds(store, where, signal)) {
    const detail = await store.read('trajectoryGet', { trajectory }, { signal })
    const { loaded } = await traces.get(detail.row.trace, signal)
    const { transcript, hints } = await readTranscript(store, { loaded, detail }, signal)
    const reason = codec.refuses(transcript)
    if (reason === null) {
      const { text } = codec.encode(transcript, hints)
      counter.add(transcript, tokenizer.tokenize(text).ids.length)
    } else refused++
    refusal ??= reason
    done++
    if (Date.now() - told > NEWS_MS) {
      told = Date.now()
      onNews({ done, total, refused, refusal, counts: null })
    }
  }
  onNews({ done, total, refused, refusal, counts: counter.counts() })
}
