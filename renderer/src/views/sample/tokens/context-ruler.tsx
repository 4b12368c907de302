import { formatCount, formatNoun } from '../../../../../shared/base/words.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { errorText } from '../../../api/errors.ts'
import { useTrajectoryCut } from '../../../api/tokens.ts'
import type { TokenStretch } from '../../../draw/token-rows.ts'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TokenRuler } from '../../../ui/token-ruler.tsx'
import { cutWords } from './cut-words.ts'
import type { TokenChoice } from './token-choice.ts'

interface ContextRulerProps {
  readonly trajectory: string
  readonly tokenizer: string
  readonly choice: TokenChoice
  readonly onChoice: (choice: TokenChoice) => void
  readonly stretches: readonly TokenStretch[]
  readonly total: number
  readonly step: number
  readonly onStep: (step: number) => void
}

/** What fits in a context of so many tokens, and which variables the cut removes. */
export function ContextRuler(props: ContextRulerProps) {
  const { trajectory, tokenizer, choice, onChoice, stretches, total, step, onStep } = props
  const { codec, context, keep } = choice
  const limit = useDebounced(context)
  const { data, error } = useTrajectoryCut({ trajectory, codec, tokenizer }, limit, keep)
  return (
    <div className="context-ruler">
      <div className="ruler-line">
        <span>Context of</span>
        <NumberInput
          label="Tokens of the context"
          value={context}
          most={1_000_000_000}
          onValue={(next) => onChoice({ ...choice, context: next ?? 0 })}
        />
        <span>tokens, keep the</span>
        <Segmented
          label="Which tokens are kept"
          value={keep}
          options={[
            { value: 'first', text: 'first' },
            { value: 'last', text: 'last' },
          ]}
          onValue={(next) => onChoice({ ...choice, keep: next })}
        />
        <span className="muted numbers">
          {formatCount(Math.min(context, total))} of {formatNoun(total, 'token')} fit
        </span>
      </div>
      <TokenRuler {...{ stretches, total, step, keep, onStep }} limit={context} />
      <p className="ruler-words" role="status">
        <span className="muted">The code, then the states in turn. </span>
        {error === null ? (data === undefined ? '' : cutWords(data)) : errorText(error)}
      </p>
    </div>
  )
}
