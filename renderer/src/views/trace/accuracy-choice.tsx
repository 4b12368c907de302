import { type TraceAccuracy, tallyBetween, tallyWords } from '../../draw/accuracy.ts'
import { choiceValue } from './accuracy-options.ts'
import { type Accuracy, accuracyChoiceAtom } from './use-accuracy.ts'

const OFF = 'off'

/** What all of the painted predictions come to. */
function sumWords(painted: TraceAccuracy | null): string {
  const last = painted?.seqs.at(-1)
  return painted === null || last === undefined ? '' : tallyWords(tallyBetween(painted, 0, last))
}

function hintOf({ choice, chosen, painted, error }: Accuracy): string {
  if (error !== null) return `The predictions could not be read: ${error}`
  if (choice !== null && chosen === null) return 'This trace has no predictions of what is chosen.'
  if (chosen === null) return 'Paints right and wrong predictions on the states'
  return [sumWords(painted), chosen.mark ?? ''].filter((part) => part !== '').join('; ')
}

/** Whose predictions are painted on the tree and the timeline; nothing where there are none to paint. */
export function AccuracyChoice({ accuracy }: { accuracy: Accuracy }) {
  const { options, choice, chosen, error } = accuracy
  const isElsewhere = choice !== null && chosen === null
  if (options.length === 0 && choice === null && error === null) return null
  return (
    <select
      className="choice accuracy-choice"
      aria-label="Accuracy of predictions"
      title={hintOf(accuracy)}
      value={choice === null ? OFF : choiceValue(choice)}
      onChange={({ target }) =>
        accuracyChoiceAtom.set(options.find(({ value }) => value === target.value)?.of ?? null)
      }
    >
      <option value={OFF}>{error === null ? 'Accuracy: off' : 'Accuracy: not read'}</option>
      {isElsewhere ? (
        <option value={choiceValue(choice)}>
          {'run' in choice ? 'a run of other traces' : `${choice.engine}: none here`}
        </option>
      ) : null}
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
