import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import {
  copyName,
  isShipped,
  type PolicyDesk,
  policyNames,
  refusalOfName,
  savedPolicy,
} from './policy-desk.ts'
import type { PolicyActs } from './use-policy.ts'

interface PolicyBarProps {
  readonly desk: PolicyDesk
  readonly acts: PolicyActs
}

/** The name to save under, asked where the policy is one that comes along or gets another name. */
function SaveAs({ desk, acts, onClose }: PolicyBarProps & { readonly onClose: () => void }) {
  const [name, setName] = useState(() => copyName(desk, desk.chosen))
  const [tried, setTried] = useState(false)
  const error = refusalOfName(name.trim())
  return (
    <form
      className="save-as"
      aria-label="Save the policy"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (error !== null) return
        acts.saveAs(name.trim())
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextField
        label="Save as"
        value={name}
        error={tried || name !== '' ? error : null}
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="save-as-acts">
        <Button type="submit" tone="primary">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

function resetReasonOf(desk: PolicyDesk): string | null {
  if (desk.drafts[desk.chosen] === undefined) return 'Nothing was changed.'
  return savedPolicy(desk, desk.chosen) === null ? 'Nothing of it is saved.' : null
}

/** Which policy is edited, and what can be done with it as a whole. */
export function PolicyBar({ desk, acts }: PolicyBarProps) {
  const { chosen, drafts } = desk
  const resetReason = resetReasonOf(desk)
  const own = policyNames(desk).filter((name) => !isShipped(name))
  const optionOf = (name: string) => ({
    value: name,
    text: `${name}${drafts[name] === undefined ? '' : ' (changed)'}${isShipped(name) ? '' : ' · own'}`,
  })
  return (
    <div className="policy-bar">
      <Select
        label="Policy"
        value={chosen}
        options={[...policyNames(desk).filter(isShipped), ...own].map(optionOf)}
        hint={savedPolicy(desk, chosen)?.about}
        onChange={({ target }) => acts.choose(target.value)}
      />
      <div className="policy-acts">
        <Button
          disabled={acts.saveReason !== null}
          hint={acts.saveReason ?? undefined}
          onClick={acts.save}
        >
          {isShipped(chosen) ? 'Save…' : 'Save'}
        </Button>
        <Button
          disabled={acts.duplicateReason !== null}
          hint={acts.duplicateReason ?? 'A policy of your own that starts as this one'}
          onClick={acts.duplicate}
        >
          Duplicate
        </Button>
        <Button
          disabled={resetReason !== null}
          hint={resetReason ?? 'Back to what is saved'}
          onClick={acts.reset}
        >
          Reset
        </Button>
        {isShipped(chosen) ? null : (
          <Button tone="danger" onClick={acts.remove}>
            Delete
          </Button>
        )}
      </div>
      {acts.asking ? <SaveAs desk={desk} acts={acts} onClose={acts.stopAsking} /> : null}
    </div>
  )
}
