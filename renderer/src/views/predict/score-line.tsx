import { formatNoun } from '../../../../shared/base/words.ts'
import type { StepPrediction } from '../../../../shared/contract/stepping.ts'
import { classWords } from '../../../../shared/corpus/failure-classes.ts'
import { TrustMark } from '../../ui/badge.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { useKeysOf } from '../../ui/keys.ts'
import { PREDICT_COMMANDS } from './commands.ts'
import { MARK_LOOKS } from './mark-words.ts'
import { REASON_WORDS } from './three-way-cells.tsx'
import { useAgain } from './use-again.ts'
import type { Desk } from './use-desk.ts'

/** What the scorer says of a prediction, in one sentence. */
export function verdictWords({ score, lost }: StepPrediction): string {
  if (score === null) return lost ?? 'There is nothing recorded to hold it against.'
  const { verdict, error, path, reasons } = score
  if (verdict === 'match') {
    if (reasons.length === 0) return 'Right: the recorded state, part by part.'
    return `Right, but for ${reasons.map((one) => REASON_WORDS[one]).join(', ')}, which make no difference.`
  }
  const where = path === null ? '' : ` at ${path}`
  return `Wrong: ${error === null ? 'another state' : classWords(error)}${where}.`
}

function facts({ ms, seed, codec, run, prediction, finish, text }: StepPrediction): string {
  return [
    `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`,
    `seed ${seed}`,
    codec,
    formatNoun(text.length, 'character'),
    finish === 'stop' ? null : finish === 'length' ? 'cut at its limit' : 'ended by itself',
    prediction ?? run,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** How the prediction in focus came out, why, and how it was made. */
export function ScoreLine({ desk, prediction }: { desk: Desk; prediction: StepPrediction }) {
  const again = useAgain(desk)
  const keysOf = useKeysOf()
  const command = PREDICT_COMMANDS['predict.again']
  const mark = desk.marks[desk.at - 1] ?? null
  const { score, engine } = prediction
  const isInverse = desk.known.ground.direction === 'inverse'
  const trust = isInverse
    ? 'inferred'
    : score === null
      ? 'unchecked'
      : score.verdict === 'match'
        ? 'verified'
        : 'refuted'
  return (
    <div className="score-line" role="status">
      <p>
        <TrustMark trust={trust} /> <strong>{verdictWords(prediction)}</strong>
        {mark === null || mark === 'right' || mark === 'wrong' || mark === 'unchecked' ? null : (
          <span> {MARK_LOOKS[mark].about}</span>
        )}
      </p>
      <p className="muted score-facts" title={engine.identity}>
        {engine.mark === null ? engine.name : `${engine.name}: ${engine.mark}`}
        <br />
        {facts(prediction)}{' '}
        {again.reason === null ? (
          <button
            type="button"
            className="text-button"
            title={commandHint(command.description, keysOf(command))}
            onClick={again.run}
          >
            Ask again
          </button>
        ) : null}
      </p>
    </div>
  )
}
