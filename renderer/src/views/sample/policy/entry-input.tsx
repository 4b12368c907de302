import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { QueryField } from '../../../ui/query-field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { QueryHelp } from '../../common/query-help.tsx'
import { withKey } from './policy-edits.ts'

interface EntryInputProps {
  readonly policy: PolicyDocument
  readonly onPolicy: (policy: PolicyDocument) => void
  /** What is wrong with its query, in words. */
  readonly error: string | null
}

const FIRST_QUERY = 'depth >= 2'

/** Where trajectories start: at the root, at a call drawn evenly, or at one that a query keeps. */
export function EntryInput({ policy, onPolicy, error }: EntryInputProps) {
  const { entry = 'root' } = policy
  const kind = typeof entry === 'string' ? entry : 'query'
  return (
    <div className="entry-input">
      <span className="rule-part">Trajectories start at</span>
      <Segmented
        label="Entry"
        value={kind}
        options={[
          { value: 'root', text: 'the root' },
          { value: 'call', text: 'any call' },
          { value: 'query', text: 'calls of a query' },
        ]}
        onValue={(next) => {
          const chosen = next === 'query' ? { where: FIRST_QUERY } : next
          if (next !== kind)
            onPolicy(withKey(policy, 'entry', chosen === 'root' ? undefined : chosen))
        }}
      />
      {typeof entry === 'string' ? null : (
        <div className="filter-line">
          <QueryField
            label="Query of calls to start at"
            labelHidden
            level="step"
            placeholder={'e.g. function == "main" or depth >= 2'}
            value={entry.where}
            error={error}
            onValue={(where) => onPolicy({ ...policy, entry: { where } })}
          />
          <QueryHelp level="step" />
        </div>
      )}
    </div>
  )
}
