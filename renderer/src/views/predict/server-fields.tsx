import type { NewModel } from '../../../../shared/contract/models.ts'
import { TextField } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'

type Settings = NonNullable<NewModel['server']>

interface FieldsProps {
  readonly settings: Settings
  readonly onSettings: (settings: Settings) => void
}

/** What a server is asked for, and how much at a time. */
export function ServerFields({ settings, onSettings }: FieldsProps) {
  const { model = null, concurrency, privateAllowed = false } = settings
  return (
    <>
      <TextField
        label="Model of the server"
        mono
        value={model ?? ''}
        placeholder="the only one it has"
        onChange={({ target }) => {
          const { value } = target
          onSettings({ ...settings, model: value === '' ? null : value })
        }}
      />
      <div className="server-line">
        <NumberInput
          label="Requests at a time"
          value={concurrency}
          most={1024}
          placeholder="16"
          onValue={(value) => {
            const { concurrency: _, ...others } = settings
            onSettings(
              value === undefined || value === 0 ? others : { ...others, concurrency: value },
            )
          }}
        />
        <span aria-hidden="true">requests at a time</span>
        <label title="An address of a private network is asked only if you say so">
          <input
            type="checkbox"
            checked={privateAllowed}
            onChange={({ target }) => onSettings({ ...settings, privateAllowed: target.checked })}
          />
          it lies in a private network
        </label>
      </div>
    </>
  )
}
