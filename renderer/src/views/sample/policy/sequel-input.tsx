import type { Rule, Sequel } from '../../../../../shared/trajectory/policy-document.ts'
import type { ActionName } from '../../../../../shared/trajectory/types.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { chancesOf, withKey } from './policy-edits.ts'

interface SequelInputProps {
  readonly of: string
  readonly rule: Rule
  readonly actions: readonly ActionName[]
  readonly onRule: (rule: Rule) => void
}

const MOST_TIMES = 10_000

function SequelRow({ of, rule, actions, onRule }: SequelInputProps & { sequel: Sequel }) {
  const sequel = rule.sequel as Sequel
  const set = (patch: Partial<Sequel>): void => onRule({ ...rule, sequel: { ...sequel, ...patch } })
  const drawn = [...new Set([sequel.after, ...chancesOf(rule).keys()])]
  const times = (key: 'at_least' | 'at_most', words: string) => (
    <NumberInput
      label={`${words}, ${of}`}
      value={sequel[key]}
      most={MOST_TIMES}
      onValue={(next) => set({ [key]: Math.max(1, next ?? 1) })}
    />
  )
  return (
    <div className="condition-row sequel">
      after
      <Choice
        label={`Action before the sequel, ${of}`}
        value={sequel.after}
        options={drawn.map((value) => ({ value, text: value }))}
        onValue={(after) => set({ after })}
      />
      {times('at_least', 'Sequel at least times')}
      to
      {times('at_most', 'Sequel at most times')}
      ×
      <Choice
        label={`Action of the sequel, ${of}`}
        value={sequel.action}
        options={actions
          .filter((value) => value !== 'breakpoint')
          .map((value) => ({ value, text: value }))}
        onValue={(action) => set({ action })}
      />
      <IconButton
        icon="close"
        label={`Remove the sequel, ${of}`}
        onClick={() => onRule(withKey(rule, 'sequel', undefined))}
      />
    </div>
  )
}

/** What follows for a few steps once an action was drawn. */
export function SequelInput(props: SequelInputProps) {
  const { of, rule, actions, onRule } = props
  if (rule.sequel !== undefined) return <SequelRow {...props} sequel={rule.sequel} />
  const [after] = chancesOf(rule).keys()
  if (after === undefined) return null
  return (
    <button
      type="button"
      className="text-button"
      aria-label={`add a sequel, ${of}`}
      title="After an action, another one is taken a few times."
      onClick={() => {
        const action = actions[1] ?? after
        onRule({ ...rule, sequel: { after, action, at_least: 1, at_most: 3 } })
      }}
    >
      add a sequel
    </button>
  )
}
