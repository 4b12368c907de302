import { useMemo, useState } from 'react'
import type { StepPrediction } from '../../../../shared/contract/stepping.ts'
import { partConfidences, stepConfidence } from '../../../../shared/model/confidence.ts'
import type { Token } from '../../../../shared/model/engine.ts'
import { ConfidenceTable } from '../../ui/confidence-table.tsx'
import { ProbabilityStrip } from '../../ui/probability-strip.tsx'
import { continueFrom } from './actions.ts'
import { SamplesPane } from './samples-pane.tsx'
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

type Tab = 'text' | 'tokens' | 'confidence' | 'samples'

const TAB_WORDS: Readonly<Record<Tab, string>> = {
  text: 'Text',
  tokens: 'Tokens',
  confidence: 'Confidence',
  samples: 'Samples',
}

const WITH_TOKENS: readonly Tab[] = ['tokens', 'confidence', 'samples']
const WITHOUT_TOKENS: readonly Tab[] = ['text', 'samples']

function Tokens({
  desk,
  prediction,
  tokens,
  variable,
  onVariable,
}: AnswerProps & { tokens: readonly Token[] }) {
  return (
    <ProbabilityStrip
      tokens={tokens}
      spans={prediction.spans}
      label="Tokens of the answer"
      variable={variable}
      onToken={(_, name) => {
        if (name !== null) onVariable(name)
      }}
      onContinueFrom={(at, alternative) =>
        continueFrom(desk, desk.at - 1, beginningBefore(tokens, at) + alternative.text)
      }
    />
  )
}

function Sureness({
  prediction,
  tokens,
  variable,
}: Omit<AnswerProps, 'desk'> & { tokens: readonly Token[] }) {
  const { spans } = prediction
  const whole = useMemo(() => stepConfidence(tokens), [tokens])
  const parts = useMemo(() => partConfidences(tokens, spans), [tokens, spans])
  return <ConfidenceTable step={whole} parts={parts} variable={variable} />
}

/** What the model wrote: as text, or where it tells probabilities token by token, with what else it might have said. */
export function AnswerPane(props: AnswerProps) {
  const { desk, prediction } = props
  const { tokens, engine } = prediction
  const tabs = tokens === null ? WITHOUT_TOKENS : WITH_TOKENS
  const [chosen, setChosen] = useState<Tab>('tokens')
  const shown = tabs.includes(chosen) ? chosen : (tabs[0] ?? 'text')
  return (
    <>
      <div className="answer-tabs">
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            className="text-button"
            aria-pressed={one === shown}
            onClick={() => setChosen(one)}
          >
            {TAB_WORDS[one]}
          </button>
        ))}
        {tokens === null ? (
          <span className="muted ellipsis">{engine.name} tells no probabilities.</span>
        ) : null}
      </div>
      {shown === 'text' ? <RawAnswer prediction={prediction} /> : null}
      {shown === 'tokens' && tokens !== null ? <Tokens {...props} tokens={tokens} /> : null}
      {shown === 'confidence' && tokens !== null ? <Sureness {...props} tokens={tokens} /> : null}
      {shown === 'samples' ? <SamplesPane key={desk.at} desk={desk} /> : null}
    </>
  )
}
