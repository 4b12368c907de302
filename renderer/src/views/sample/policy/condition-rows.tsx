import { EVENT_KINDS } from '../../../../../shared/trace/event.ts'
import { AHEAD, type Condition } from '../../../../../shared/trajectory/policy-document.ts'
import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../../../../shared/trajectory/types.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { BoundsInput } from './bounds-input.tsx'
import { type ConditionKind, kindsIn, kindsLeft } from './condition-kinds.ts'
import { removeAt, replaceAt, withKey } from './policy-edits.ts'

interface ConditionRowsProps {
  /** Which rule it is of, to name its controls: `rule 2`. */
  readonly of: string
  readonly condition: Condition
  readonly onCondition: (condition: Condition) => void
}

interface InputProps extends ConditionRowsProps {
  readonly kind: ConditionKind
}

const AHEAD_WORDS = {
  line: 'in what the line calls',
  call: 'in this call',
  scope: 'in the scope',
} as const

const STREAK_ACTIONS = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS]

function same(value: string): { value: string; text: string } {
  return { value, text: value }
}

function AnyInput({ of, condition, onCondition }: ConditionRowsProps) {
  const list = condition.any ?? []
  const set = (next: readonly Condition[]): void => onCondition({ ...condition, any: next })
  return (
    <div className="condition-group">
      {list.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is told by its place alone
        <div key={at} className="condition-choice">
          <ConditionRows
            of={`${of}, one of, ${at + 1}`}
            condition={one}
            onCondition={(next) => set(replaceAt(list, at, next))}
          />
          {list.length === 1 ? null : (
            <IconButton
              icon="close"
              label={`Remove ${at + 1} of one of, ${of}`}
              onClick={() => set(removeAt(list, at))}
            />
          )}
        </div>
      ))}
      <button
        type="button"
        className="text-button"
        aria-label={`or another, ${of}`}
        onClick={() => set([...list, { event: 'line' }])}
      >
        or another
      </button>
    </div>
  )
}

function ConditionInput({ kind, of, condition, onCondition }: InputProps) {
  const { key, words, input } = kind
  const name = `${words}, ${of}`
  const set = (patch: Condition): void => onCondition({ ...condition, ...patch })
  switch (input) {
    case 'bounds': {
      const value = condition[key as 'depth'] ?? {}
      return <BoundsInput words={name} value={value} onValue={(next) => set({ [key]: next })} />
    }
    case 'yes-no':
      return (
        <Choice
          label={name}
          value={condition[key as 'has_call'] === true ? 'yes' : 'no'}
          options={[same('yes'), same('no')] as { value: 'yes' | 'no'; text: string }[]}
          onValue={(next) => set({ [key]: next === 'yes' })}
        />
      )
    case 'event':
      return (
        <Choice
          label={name}
          value={condition.event ?? 'line'}
          options={EVENT_KINDS.map((value) => ({ value, text: value }))}
          onValue={(event) => set({ event })}
        />
      )
    case 'ahead':
      return (
        <Choice
          label={name}
          value={condition.exception_ahead ?? 'scope'}
          options={AHEAD.map((value) => ({ value, text: AHEAD_WORDS[value] }))}
          onValue={(exception_ahead) => set({ exception_ahead })}
        />
      )
    case 'streak': {
      const streak = condition.streak ?? { action: 'step_over' }
      return (
        <>
          <Choice
            label={`action of the ${name}`}
            value={streak.action}
            options={STREAK_ACTIONS.map((value) => ({ value, text: value }))}
            onValue={(action) => set({ streak: { ...streak, action } })}
          />
          <BoundsInput words={name} value={streak} onValue={(next) => set({ streak: next })} />
        </>
      )
    }
    case 'not':
      return (
        <div className="condition-group">
          <ConditionRows
            of={`${of}, not`}
            condition={condition.not ?? {}}
            onCondition={(not) => set({ not })}
          />
        </div>
      )
    case 'any':
      return <AnyInput {...{ of, condition, onCondition }} />
  }
}

/** What must hold, a part on each row; every part that is given must hold. */
export function ConditionRows({ of, condition, onCondition }: ConditionRowsProps) {
  const left = kindsLeft(condition)
  return (
    <div className="condition-rows">
      {kindsIn(condition).map((kind) => (
        <div key={kind.key} className={`condition-row ${kind.input}`}>
          <span className="condition-words" title={kind.about}>
            {kind.words}
          </span>
          <ConditionInput {...{ kind, of, condition, onCondition }} />
          <IconButton
            icon="close"
            label={`Remove the condition ${kind.words}, ${of}`}
            onClick={() => onCondition(withKey(condition, kind.key, undefined))}
          />
        </div>
      ))}
      {left.length === 0 ? null : (
        <Choice
          label={`Add a condition to ${of}`}
          value=""
          options={[
            { value: '', text: 'add a condition…' },
            ...left.map(({ key, words }) => ({ value: key as string, text: words })),
          ]}
          onValue={(key) => {
            const kind = left.find((one) => one.key === key)
            if (kind !== undefined) onCondition({ ...condition, ...kind.first })
          }}
        />
      )}
    </div>
  )
}
