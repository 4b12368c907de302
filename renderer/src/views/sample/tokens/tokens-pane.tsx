import { useMemo } from 'react'
import { formatCount } from '../../../../../shared/base/words.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { errorText } from '../../../api/errors.ts'
import { useTrajectoryTokens } from '../../../api/tokens.ts'
import { tokenRows, tokenStretches } from '../../../draw/token-rows.ts'
import { useAtom } from '../../../state/atom.ts'
import { openView, setFocus, useFocus } from '../../../state/place.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Steps } from '../../common/use-steps.ts'
import { ContextRuler } from './context-ruler.tsx'
import { StateTokens } from './state-tokens.tsx'
import { tokenChoiceAtom, tokenizerOf } from './token-choice.ts'
import { TokenControls } from './token-controls.tsx'

/** The trajectory as a model gets it: its tokens, what they encode, and what fits in a context. */
export function TokensPane({ trajectory, steps }: { trajectory: string; steps: Steps }) {
  const choice = useAtom(tokenChoiceAtom)
  const { variable } = useFocus()
  const tokenizer = useDebounced(tokenizerOf(choice))
  const { codec } = choice
  const { data, error } = useTrajectoryTokens({ trajectory, codec, tokenizer })
  const { current, goTo, rows } = steps
  const spans = data?.spans
  const tokens = data?.tokens ?? null
  const stretches = useMemo(
    () => (tokens === null || spans === undefined ? [] : tokenStretches(tokens, spans)),
    [tokens, spans],
  )
  const stretch = stretches.find(({ step }) => step === current)
  const shown = useMemo(
    () =>
      data === undefined || tokens === null || stretch === undefined
        ? []
        : tokenRows(data.text, data.spans, tokens, stretch),
    [data, tokens, stretch],
  )
  const state = rows[current]
  return (
    <div className="tokens-pane">
      <TokenControls
        choice={choice}
        onChoice={tokenChoiceAtom.set}
        error={error === null ? null : errorText(error)}
      />
      {error !== null ? null : tokenizer === null ? (
        <EmptyState text="Type the path of a tokenizer.json; it must have the codec’s special tokens." />
      ) : tokens === null ? null : (
        <>
          <ContextRuler
            {...{ trajectory, tokenizer, choice, stretches }}
            onChoice={tokenChoiceAtom.set}
            total={tokens.total}
            step={current}
            onStep={goTo}
          />
          <h4 className="token-state numbers">
            {state === undefined ? '' : `State ${current}, ${state.event}`}
            <span className="muted">
              {stretch === undefined
                ? ' its tokens are beyond those shown'
                : ` tokens ${formatCount(stretch.from)} to ${formatCount(stretch.to - 1)} of ${formatCount(tokens.total)}, ${tokens.tokenizer}`}
            </span>
          </h4>
          <StateTokens
            key={current}
            rows={shown}
            variable={variable}
            onVariable={(name) => setFocus({ variable: name })}
            onOpen={(name) =>
              openView('trace', {
                ...(state === undefined ? {} : { step: state.seq }),
                ...(name === null ? {} : { variable: name }),
              })
            }
            label="Tokens of the state"
          />
        </>
      )}
    </div>
  )
}
