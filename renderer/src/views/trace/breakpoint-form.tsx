import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { TRIGGER_KINDS } from '../../../../shared/tree/breakpoints.ts'
import type { PlacedTrigger } from '../../state/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import {
  type BreakpointDraft,
  checkDraft,
  KIND_WORDS,
  type TriggerKind,
} from './breakpoint-draft.ts'

interface BreakpointFormProps {
  readonly initial: BreakpointDraft
  readonly onSave: (trigger: PlacedTrigger) => void
  readonly onCancel: () => void
}

const KINDS = TRIGGER_KINDS.map((value) => ({ value, text: KIND_WORDS[value] }))
const VISITS = [
  { value: 'one', text: 'only this visit' },
  { value: 'every', text: 'every so many visits' },
]

type Edit = (change: Partial<BreakpointDraft>) => void
type Errors = Readonly<Partial<Record<keyof BreakpointDraft, string>>>

interface PartProps {
  readonly draft: BreakpointDraft
  readonly edit: Edit
  readonly errors: Errors
}

function Text(
  props: PartProps & {
    field: 'line' | 'condition' | 'count' | 'type' | 'function' | 'variable'
    label: string
    placeholder?: string
  },
) {
  const { draft, edit, errors, field, label, placeholder } = props
  return (
    <TextField
      label={label}
      mono
      value={draft[field]}
      error={errors[field] ?? null}
      onChange={({ target }) => edit({ [field]: target.value })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  )
}

function LineParts(props: PartProps) {
  const { draft, edit } = props
  return (
    <>
      <Text {...props} field="line" label="Line" />
      {draft.kind === 'condition' ? (
        <Text
          {...props}
          field="condition"
          label="Condition"
          placeholder={'n == 3 and name != "ada"'}
        />
      ) : null}
      {draft.kind === 'hits' ? (
        <>
          <Text {...props} field="count" label="Visit" />
          <Select
            label="Stop at"
            options={VISITS}
            value={draft.every ? 'every' : 'one'}
            onChange={({ target }) => edit({ every: target.value === 'every' })}
          />
        </>
      ) : null}
    </>
  )
}

function Parts(props: PartProps) {
  const { kind } = props.draft
  if (kind === 'exception') {
    return <Text {...props} field="type" label="Type" placeholder="any, or such as KeyError" />
  }
  if (kind === 'data') {
    return (
      <>
        <Text {...props} field="function" label="Function" />
        <Text {...props} field="variable" label="Variable" />
      </>
    )
  }
  return <LineParts {...props} />
}

/** A breakpoint to be made or changed. Enter saves, Esc leaves it as it was. */
export function BreakpointForm({ initial, onSave, onCancel }: BreakpointFormProps) {
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const edit: Edit = (change) => setDraft((old) => ({ ...old, ...change }))
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    const { trigger, errors: found } = checkDraft(draft)
    if (trigger === null) setErrors(found)
    else onSave(trigger)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  return (
    <form
      className="breakpoint-form"
      aria-label="Breakpoint"
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <Select
        label="Stops at"
        options={KINDS}
        value={draft.kind}
        autoFocus
        onChange={({ target }) => edit({ kind: target.value as TriggerKind })}
      />
      <Parts {...{ draft, edit, errors }} />
      <span className="form-acts">
        <Button type="submit" tone="primary">
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </span>
    </form>
  )
}
