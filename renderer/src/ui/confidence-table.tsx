import { formatCount } from '../../../shared/base/words.ts'
import type { Confidence, PartConfidence } from '../../../shared/model/confidence.ts'
import { confidenceWords, coverWords, entropyText } from './confidence-words.ts'
import { formatProbability } from './format.ts'
import { ROLE_WORDS } from './role-words.ts'

interface ConfidenceTableProps {
  /** Of the whole answer; null where the engine tells no probabilities. */
  readonly step: Confidence | null
  readonly parts: readonly PartConfidence[]
  /** The variable in focus. */
  readonly variable?: string | null
  /** Shows the least likely token of a part. */
  readonly onToken?: (token: number) => void
}

/** Markers are the grammar's own: nobody asks how sure of a variable or a line they are. */
function isShown({ role }: PartConfidence): boolean {
  return role !== 'marker'
}

function nameOf({ role, variable }: PartConfidence): string {
  if (variable === '..') return 'unchanged variables'
  return variable ?? (role === null ? 'not read' : ROLE_WORDS[role])
}

interface RowProps {
  readonly name: string
  readonly isVariable: boolean
  readonly confidence: Confidence
  readonly isChosen: boolean
  readonly onToken: ((token: number) => void) | undefined
}

function Row({ name, isVariable, confidence, isChosen, onToken }: RowProps) {
  const { lowest, lowestAt, mean, entropy, tokens } = confidence
  return (
    <tr data-chosen={isChosen || undefined} title={confidenceWords(confidence)}>
      <th scope="row">{isVariable ? <code>{name}</code> : name}</th>
      <td className="numbers muted">{formatCount(tokens)}</td>
      <td className="numbers">
        {onToken === undefined ? (
          formatProbability(lowest)
        ) : (
          <button
            type="button"
            className="text-button"
            title="Show the least likely token"
            aria-label={`${formatProbability(lowest)}: show the least likely token of ${name}`}
            onClick={() => onToken(lowestAt)}
          >
            {formatProbability(lowest)}
          </button>
        )}
      </td>
      <td className="numbers">{formatProbability(mean)}</td>
      <td className="numbers">{entropy === null ? '–' : entropyText(entropy)}</td>
    </tr>
  )
}

/** How sure an engine was of an answer and of each part of it: its least likely token, the mean, and the entropy. */
export function ConfidenceTable({ step, parts, variable = null, onToken }: ConfidenceTableProps) {
  if (step === null) return <p className="muted">This engine tells no probabilities.</p>
  const note = step.entropy === null ? null : coverWords(step.entropy)
  return (
    <table className="confidence-table">
      <caption className="visually-hidden">Confidence by part of the answer</caption>
      <thead className="confidence-head">
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Tokens</th>
          <th scope="col">Lowest</th>
          <th scope="col">Mean</th>
          <th scope="col">Entropy</th>
        </tr>
      </thead>
      <tbody>
        <Row
          name="the whole answer"
          isVariable={false}
          confidence={step}
          isChosen={false}
          onToken={onToken}
        />
        {parts.filter(isShown).map((part) => (
          <Row
            key={`${part.role} ${part.variable}`}
            name={nameOf(part)}
            isVariable={part.variable !== null && part.variable !== '..'}
            confidence={part.confidence}
            isChosen={variable !== null && part.variable === variable}
            onToken={onToken}
          />
        ))}
      </tbody>
      {note === null ? null : (
        <tfoot>
          <tr>
            <td colSpan={5} className="muted confidence-foot">
              {note}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
