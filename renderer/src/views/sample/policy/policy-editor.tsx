import type { Direction } from '../../../../../shared/trajectory/types.ts'
import { useAtom } from '../../../state/atom.ts'
import { createStoredAtom } from '../../../state/stored.ts'
import { TextArea } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { PolicyBar } from './policy-bar.tsx'
import { PolicyForm } from './policy-form.tsx'
import type { EditedPolicy } from './use-policy.ts'

type Face = 'form' | 'json'

export const faceAtom = createStoredAtom<Face>('policy.face', 'form', (stored) =>
  stored === 'form' || stored === 'json' ? stored : null,
)

interface PolicyEditorProps {
  readonly edited: EditedPolicy
  readonly direction: Direction
  readonly onDirection: (direction: Direction) => void
}

const DIRECTION_OPTIONS = [
  { value: 'forward', text: 'forward' },
  { value: 'inverse', text: 'inverse' },
] as const

/** A policy with its two faces, form and JSON, of one and the same document. */
export function PolicyEditor({ edited, direction, onDirection }: PolicyEditorProps) {
  const face = useAtom(faceAtom)
  const { desk, text, reading, acts } = edited
  const isForm = face === 'form'
  return (
    <div className="policy-editor">
      <PolicyBar desk={desk} acts={acts} policy={reading.valid} />
      <div className="policy-faces">
        <Segmented
          label="Direction"
          value={direction}
          options={DIRECTION_OPTIONS}
          onValue={onDirection}
        />
        <span className="spacer" />
        <Segmented
          label="Edit as"
          value={face}
          options={[
            { value: 'form', text: 'Form' },
            { value: 'json', text: 'JSON' },
          ]}
          onValue={faceAtom.set}
        />
      </div>
      {isForm && reading.error !== null ? (
        <p className="field-error" role="alert">
          {reading.error}
        </p>
      ) : null}
      {!isForm ? (
        <TextArea
          label="Policy as JSON"
          labelHidden
          mono
          rows={Math.min(40, Math.max(12, text.split('\n').length + 1))}
          value={text}
          error={reading.error}
          onChange={({ target }) => acts.setText(target.value)}
        />
      ) : reading.shown === null ? (
        <p className="muted">The form shows the document once its text can be read as JSON.</p>
      ) : (
        <PolicyForm
          policy={reading.shown}
          reading={reading}
          direction={direction}
          onPolicy={acts.setPolicy}
        />
      )}
    </div>
  )
}
