import { useMemo, useState } from 'react'
import type { StepPrediction } from '../../../../shared/contract/stepping.ts'
import { partConfidences, stepConfidence } from '../../../../shared/model/confidence.ts'
import type { Token } from '../../../../shared/model/engine.ts'
import { ConfidenceTable } from '../../ui/confidence-table.tsx'
import { ProbabilityStrip } from '../../ui/probability-strip.tsx'
import { continueFrom } from './actions.ts'
import type { Desk } from './use-desk.ts'

interface AnswerProps {
  readonly desk: Desk
  readonly prediction: StepPrediction
  readonly variable: string | null
  readonly onVariable: (name: string) => void
}

/** The answer as it came, where the engine tells no probabilities. */
function RawAnswer({ prediction: { text, finish, forced } }: Pick<AnswerProps, 'prediction'>) {
  return (
    <pre className="raw-answer">
      {forced === 0 ? null : <mark title="This beginning was given">{text.slice(0, forced)}</mark>}
      {text.slice(forced)}
      {finish === 'stop' ? null : (
        <span className="muted">
          {finish === 'length' ? ' … cut at its limit' : ' … ended here by itself'}
        </span>
      )}
    </pre>
  )
}

function beginningBefore(tokens: readonly Token[], at: number): string {
  return tokens
    .slice(0, at)
    .map(({ text }) => text)
    .join('')
}

/** What the model wrote: as text, or where it tells probabilities token by token, with what else it might have said. */
export function AnswerPane({ desk, prediction, variable, onVariable }: AnswerProps) {
  const { tokens, spans, engine } = prediction
  const step = desk.at - 1
  const [shown, setShown] = useState<'tokens' | 'confidence'>('tokens')
  const whole = useMemo(() => (tokens === null ? null : stepConfidence(tokens)), [tokens])
  const parts = useMemo(
    () => (tokens === null ? [] : partConfidences(tokens, spans)),
    [tokens, spans],
  )
  if (tokens === null) {
    return (
      <>
        <RawAnswer prediction={prediction} />
        <p className="pane-note quiet">{engine.name} tells no probabilities.</p>
      </>
    )
  }
  return (
    <>
      <div className="answer-tabs">
        {(['tokens', 'confidence'] as const).map((one) => (
          <button
            type="button"
            key={one}
            className="text-button"
            aria-pressed={one === shown}
            onClick={() => setShown(one)}
          >
            {one === 'tokens' ? 'Tokens' : 'Confidence'}
          </button>
        ))}
      </div>
      {shown === 'tokens' ? (
        <ProbabilityStrip
          tokens={tokens}
          spans={spans}
          label="Tokens of the answer"
          variable={variable}
          onToken={(_, name) => {
            if (name !== null) onVariable(name)
          }}
          onContinueFrom={(at, alternative) =>
            continueFrom(desk, step, beginningBefore(tokens, at) + alternative.text)
          }
        />
      ) : (
        <ConfidenceTable step={whole} parts={parts} variable={variable} />
      )}
    </>
  )
}
