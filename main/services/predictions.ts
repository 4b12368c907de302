import type { predictions } from '../../shared/contract/predictions.ts'
import type { PredictionReads } from '../store/prediction-types.ts'
import type { Area } from './area.ts'

type Part = PredictionReads['predictedStates']['output']

export const predictionHandlers: Area<typeof predictions> = ({ store }) => ({
  'prediction.sources': async (input, { signal }) => ({
    sources: await store.read('predictionSources', input, { signal }),
  }),
  'prediction.ofTrace': async (input, emit, { signal, drained }) => {
    for (let from: number | null = 0; from !== null && !signal.aborted; ) {
      const part: Part = await store.read('predictedStates', { ...input, from }, { signal })
      if (part.states.seq.length > 0) emit(part.states)
      from = part.next
      await drained()
    }
  },
})
