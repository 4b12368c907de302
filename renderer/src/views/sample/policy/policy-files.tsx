import { type ChangeEvent, useRef } from 'react'
import { readPolicy } from '../../../../../shared/contract/read-document.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { showToast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../common/save-file.ts'
import { policyText } from './policy-text.ts'

interface PolicyFilesProps {
  readonly name: string
  /** The document as it is changed now; null while it cannot be drawn by. */
  readonly policy: PolicyDocument | null
  /** Why there is nothing to export; null when there is. */
  readonly reason: string | null
  readonly onPolicy: (policy: PolicyDocument) => void
}

/** Characters of a file far larger than a hundred rules take. */
const MOST_BYTES = 4_194_304

/** The policy as a JSON file, and one from such a file. */
export function PolicyFiles({ name, policy, reason, onPolicy }: PolicyFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file === undefined) return
    const refuse = (why: string): void =>
      void showToast(`${file.name} was refused. ${why}`, { tone: 'error' })
    if (file.size > MOST_BYTES) {
      refuse(`It has ${file.size} bytes, and a policy at most ${MOST_BYTES}.`)
    } else {
      const told = readPolicy(await file.text())
      if (told.ok) onPolicy(told.document)
      else refuse(told.error)
    }
    // The same file can be picked again once it is mended.
    target.value = ''
  }
  return (
    <>
      <Button hint="A policy of your own from a JSON file" onClick={() => input.current?.click()}>
        Import file…
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".json,application/json"
        aria-label="Policy file"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
      <Button
        disabled={reason !== null}
        hint={reason ?? 'This policy as a JSON file, as it is changed now'}
        onClick={() => {
          if (policy !== null) saveFile(`${name}.json`, `${policyText({ ...policy, name })}\n`)
        }}
      >
        Export file
      </Button>
    </>
  )
}
