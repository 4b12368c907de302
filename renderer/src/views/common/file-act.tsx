import { type FormEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { useHost } from '../../api/host.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { focusOpened } from '../../ui/popover-focus.ts'
import { Segmented } from '../../ui/segmented.tsx'

interface FilePopoverProps {
  /** On the button that opens it. */
  readonly text: string
  readonly title: string
  /** Of the button, for a command. */
  readonly buttonRef: Ref<HTMLButtonElement>
  /** A form that is there while it is open. */
  readonly children: ReactNode
}

/** A button that asks for a file in front of the page. */
export function FilePopover({ text, title, buttonRef, children }: FilePopoverProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button ref={buttonRef} type="button" className="button" popoverTarget={id}>
        {text}
      </button>
      <section
        id={id}
        popover="auto"
        className="filter-help file-act"
        aria-label={title}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={focusOpened}
      >
        <h3>{title}</h3>
        {isOpen ? children : null}
      </section>
    </>
  )
}

interface FileFormProps<Format extends string> {
  readonly formats: readonly { readonly value: Format; readonly text: string }[]
  /** What a format holds, in a sentence. */
  readonly about: Readonly<Record<Format, string>>
  /** Stands in the field until something is typed. */
  readonly suggested: (format: Format) => string
  readonly act: string
  readonly hint: string
  readonly busy: boolean
  /** What was refused of the last try, in words. */
  readonly error: string | null
  readonly onAct: (format: Format, path: string) => void
  /** Each change takes away what was said of the last try. */
  readonly onChange: () => void
}

/** A format and the path of a file where the workbench runs, and an act with them. */
export function FileForm<Format extends string>(props: FileFormProps<Format>) {
  const { formats, act, busy } = props
  const [format, setFormat] = useState(formats[0]?.value as Format)
  const [typed, setTyped] = useState<string | null>(null)
  const blocked = useHost()?.readOnly ? 'This store is read-only.' : null
  const path = typed ?? props.suggested(format)
  const reason = blocked ?? (path.trim() === '' ? 'Write the path of a file first.' : null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason === null && !busy) props.onAct(format, path.trim())
  }
  return (
    <form onSubmit={submit}>
      <Segmented
        label="Format"
        value={format}
        options={formats}
        onValue={(value) => {
          setFormat(value)
          props.onChange()
        }}
      />
      <p className="field-hint">{props.about[format]}</p>
      <TextField
        label="File"
        mono
        value={path}
        hint={props.hint}
        error={props.error}
        onChange={(event) => {
          setTyped(event.target.value)
          props.onChange()
        }}
      />
      <Button
        type="submit"
        tone="primary"
        disabled={blocked !== null}
        // A disabled button would lose the keyboard focus.
        aria-disabled={busy || reason !== null || undefined}
        hint={reason ?? undefined}
      >
        {act}
      </Button>
    </form>
  )
}
