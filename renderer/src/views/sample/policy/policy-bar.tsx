import { useState } from 'react'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
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
import { PolicyFiles } from './policy-files.tsx'
import type { PolicyActs } from './use-policy.ts'

interface PolicyBarProps {
  readonly desk: PolicyDesk
  readonly acts: PolicyActs
}

interface PolicyHead extends PolicyBarProps {
  /** The document as it is changed now; null while it cannot be drawn by. */
  readonly policy: PolicyDocument | null
}

/** The name to save under or to have, asked where the policy is one that comes along or gets another name. */
function AskName({ desk, acts, onClose }: PolicyBarProps & { readonly onClose: () => void }) {
  const isRename = acts.asking === 'rename'
  const [name, setName] = useState(() => (isRename ? desk.chosen : copyName(desk, desk.chosen)))
  const [tried, setTried] = useState(false)
  const given = name.trim()
  const error = isRename && given === desk.chosen ? null : refusalOfName(desk, given)
  return (
    <form
      className="save-as"
      aria-label={isRename ? 'Rename the policy' : 'Save the policy'}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (error !== null) return
        if (!isRename) acts.saveAs(given)
        else if (given !== desk.chosen) acts.renameTo(given)
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextField
        label={isRename ? 'New name' : 'Save as'}
        value={name}
        error={tried || name !== '' ? error : null}
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="save-as-acts">
        <Button type="submit" tone="primary">
          {isRename ? 'Rename' : 'Save'}
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
export function PolicyBar({ desk, acts, policy }: PolicyHead) {
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
          <>
            <Button onClick={acts.rename}>Rename…</Button>
            <Button tone="danger" onClick={acts.remove}>
              Delete
            </Button>
          </>
        )}
        <PolicyFiles
          name={chosen}
          policy={policy}
          reason={acts.duplicateReason}
          onPolicy={acts.take}
        />
      </div>
      {acts.asking === null ? null : (
        <AskName key={acts.asking} desk={desk} acts={acts} onClose={acts.stopAsking} />
      )}
    </div>
  )
}
