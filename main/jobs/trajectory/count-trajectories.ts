import type { CountNews } from '../../../shared/contract/trajectories.ts'
import { TrajectoryCounter } from '../../../shared/grammar/count.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { StoreReads } from '../../store/store.ts'
import type { Crew } from '../crew/crew.ts'
import { inOrder } from '../in-order.ts'
import type { CountedPart, CountPart } from './count-part.ts'
import { keptParts } from './kept-ids.ts'

/** How often news is given, in milliseconds. */
const NEWS_MS = 250

interface CountRequest extends Omit<CountPart, 'trajectories'> {
  readonly where: string
}

interface CountTools {
  readonly store: StoreReads
  readonly crew: Crew
  readonly signal: Signal
  readonly onNews: (news: CountProgress) => void
}

/** How far counting is; `counts` come with the last news. */
export type CountProgress = Omit<CountNews, 'tokenizer'>

/** Counts the trajectories that a filter keeps, on all cores: only the numbers stay in memory. */
export async function countTrajectories(
  { where, codec, tokenizer }: CountRequest,
  { store, crew, signal, onNews }: CountTools,
): Promise<void> {
  const total = await store.read('trajectoryCount', { where })
  const counter = new TrajectoryCounter()
  let [done, refused, told] = [0, 0, Date.now()]
  let refusal: string | null = null
  async function* tasks(): AsyncGenerator<() => Promise<CountedPart>> {
    for await (const trajectories of keptParts(store, where, signal)) {
      yield () => crew.do('count', { trajectories, codec, tokenizer })
    }
  }
  for await (const part of inOrder(tasks(), 2 * crew.width)) {
    if (signal.aborted) throw new ServiceError('cancelled', 'Counting was cancelled.')
    for (const one of part.counted) counter.add(one)
    done += part.counted.length + part.refused
    refused += part.refused
    refusal ??= part.refusal
    if (Date.now() - told > NEWS_MS) {
      told = Date.now()
      onNews({ done, total, refused, refusal, counts: null })
    }
  }
  onNews({ done, total, refused, refusal, counts: counter.counts() })
}
