import {
  MAX_ACTIONS,
  type PolicyDocument,
} from '../../../../../shared/trajectory/policy-document.ts'
import type { Direction } from '../../../../../shared/trajectory/types.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { EntryInput } from './entry-input.tsx'
import {
  actionsIn,
  addRule,
  moveRule,
  removeAt,
  replaceAt,
  rulesOf,
  withKey,
  withRules,
} from './policy-edits.ts'
import type { DraftReading } from './read-draft.ts'
import { RuleCard } from './rule-card.tsx'

interface PolicyFormProps {
  readonly policy: PolicyDocument
  readonly reading: DraftReading
  readonly direction: Direction
  readonly onPolicy: (policy: PolicyDocument) => void
}

/** A policy as a form: the other face of its JSON. */
export function PolicyForm({ policy, reading, direction, onPolicy }: PolicyFormProps) {
  const rules = rulesOf(policy, direction)
  const actions = actionsIn(direction)
  const setRules = (next: typeof rules): void => onPolicy(withRules(policy, direction, next))
  return (
    <div className="policy-form">
      <EntryInput
        policy={policy}
        onPolicy={onPolicy}
        error={reading.path[0] === 'entry' ? reading.error : null}
      />
      <div className="condition-row">
        <span className="condition-words">At most</span>
        <NumberInput
          label="Most actions of a trajectory"
          value={policy.max_actions}
          placeholder={String(MAX_ACTIONS)}
          most={10_000}
          onValue={(next) => onPolicy(withKey(policy, 'max_actions', next))}
        />
        actions, about
        <NumberInput
          label="Most tokens of a trajectory, as estimated"
          value={policy.max_tokens}
          placeholder="any"
          most={Number.MAX_SAFE_INTEGER}
          onValue={(next) => onPolicy(withKey(policy, 'max_tokens', next))}
        />
        tokens
      </div>
      {rules.map((rule, index) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is told by its place alone
          key={index}
          index={index}
          count={rules.length}
          rule={rule}
          actions={actions}
          onRule={(next) => setRules(replaceAt(rules, index, next))}
          onMove={(by) => setRules(moveRule(rules, index, by))}
          onRemove={() => setRules(removeAt(rules, index))}
        />
      ))}
      {rules.length === 0 ? (
        <p className="muted">This policy has no rules to go {direction}.</p>
      ) : null}
      <Button icon="plus" onClick={() => setRules(addRule(rules, direction))}>
        {rules.length === 0 ? `Rules to go ${direction}` : 'Rule before the last'}
      </Button>
    </div>
  )
}
