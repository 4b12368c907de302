import { useMemo, useState } from 'react'
import type { StepPrediction } from '../../../../shared/contract/stepping.ts'
import { type Agreement, agreementOf, type Sample } from '../../../../shared/model/agreement.ts'
import type { Truth } from '../../../../shared/model/score.ts'
import { useEngines } from '../../api/stepping.ts'
import { Button } from '../../ui/button.tsx'
import type { Desk } from './use-desk.ts'

/** Samples that are asked for at once. */
const AT_ONCE = 8

function sampleOf({ predicted }: StepPrediction): Sample {
  if (predicted === null) return null
  const { outcome, known, line } = predicted
  return { outcome, locals: known, line }
}

/** What was recorded, to tell whether the most are right; null where nothing was. */
function truthOf({ real, score }: StepPrediction): Truth | null {
  if (real === null || score === null) return null
  const { outcome, known } = real
  const recorded = known?.variables.map(({ name, text }) => [name, text] as const) ?? null
  return { outcome, locals: known, recorded }
}

const RIGHT_WORDS = new Map<boolean | null, string>([
  [true, '✓ right'],
  [false, '✗ wrong'],
  [null, ''],
])

function AgreementRow({ name, agreement }: { name: string; agreement: Agreement }) {
  const { value, count, total, share, values, isRight } = agreement
  const all = values.map((one) => `${one.count}× ${one.value}`).join('\n')
  return (
    <tr data-agreement={name}>
      <th scope="row">{name}</th>
      <td className="value" title={all}>
        {value ?? 'none'}
      </td>
      <td>
        <span className="agreement-bar">
          <span style={{ width: `${100 * share}%` }} />
        </span>
      </td>
      <td className="numbers">
        {count} of {total}
      </td>
      <td className={isRight === false ? 'bad' : ''}>{RIGHT_WORDS.get(isRight)}</td>
    </tr>
  )
}

function AgreementTable({ predictions }: { predictions: readonly StepPrediction[] }) {
  const [first] = predictions
  const agreement = useMemo(
    () => agreementOf(predictions.map(sampleOf), first === undefined ? null : truthOf(first)),
    [predictions, first],
  )
  const { state, event, line, argument, variables } = agreement
  return (
    <table className="agreement">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">What the most say</th>
          <th scope="col">Share</th>
          <th scope="col">Samples</th>
          <th scope="col">Recorded</th>
        </tr>
      </thead>
      <tbody>
        <AgreementRow name="Whole state" agreement={state} />
        <AgreementRow name="Event" agreement={event} />
        <AgreementRow name="Line" agreement={line} />
        {argument === null ? null : <AgreementRow name="Value" agreement={argument} />}
        {variables.map((one) => (
          <AgreementRow key={one.name} name={one.name} agreement={one} />
        ))}
      </tbody>
    </table>
  )
}

/** Samples of a step that have come, in order. */
function useSamples(desk: Desk, step: number): readonly StepPrediction[] {
  return useMemo(() => {
    const all: StepPrediction[] = []
    for (let sample = 1; ; sample++) {
      const entry = desk.sampleOf(step, sample)
      if (entry === null) return all
      if (entry.state === 'done') all.push(entry.prediction)
    }
  }, [desk, step])
}

/** Asks for a step several times, and tells how far the answers agree, part by part: what most say need not be right. */
export function SamplesPane({ desk }: { desk: Desk }) {
  const step = desk.at - 1
  const { data: engines = [] } = useEngines()
  const [error, setError] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const samples = useSamples(desk, step)
  const isModel = engines.some(({ name, kind }) => name === desk.engine && kind !== 'baseline')
  const ask = async (): Promise<void> => {
    setAsking(true)
    setError(null)
    for (let more = 1; more <= AT_ONCE; more++) {
      const number = samples.length + more
      if ((await desk.sample(step, number, isModel)) !== null) continue
      const entry = desk.sampleOf(step, number)
      setError(entry?.state === 'failed' ? entry.reason : 'The samples were not all asked for.')
      break
    }
    setAsking(false)
  }
  return (
    <div className="samples-pane">
      <p>
        <Button
          aria-disabled={isAsking || undefined}
          hint={
            isModel
              ? 'Tokens are drawn, each time with another seed'
              : 'Each time with another seed'
          }
          onClick={() => {
            if (!isAsking) void ask()
          }}
        >
          {samples.length === 0 ? `Ask ${AT_ONCE} times` : `Ask ${AT_ONCE} times more`}
        </Button>{' '}
        <span className="muted" role="status">
          {samples.length === 0
            ? 'How far several answers agree, part by part.'
            : `${samples.length} samples${isAsking ? ' so far…' : ''}`}
        </span>
      </p>
      {error === null ? null : <p className="field-error">{error}</p>}
      {samples.length === 0 ? null : <AgreementTable predictions={samples} />}
    </div>
  )
}
