import {
  type ClipboardEvent,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { formatCount } from '../../../shared/base/words.ts'

interface Labelled {
  readonly label: string
  /** The label is read to screen readers only; the place makes it plain to see. */
  readonly labelHidden?: boolean
  /** One sentence in words; the field is then marked invalid. */
  readonly error?: string | null
  readonly hint?: ReactNode
  /** Code, paths, numbers. */
  readonly mono?: boolean
}

interface TextFieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly inputRef?: Ref<HTMLInputElement>
}

/** Characters that may be pasted into a line: far more than any field uses, and still laid out at once. */
const MOST_PASTED = 20_000

/**
 * Refuses a paste so long that a browser would stand still over it; `refusal` says so until the line is changed.
 * Nothing is cut in silence.
 */
function usePasteLimit() {
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    refusal,
    onPaste: (event: ClipboardEvent) => {
      const { length } = event.clipboardData.getData('text')
      if (length <= MOST_PASTED) return
      event.preventDefault()
      setRefusal(
        `Not pasted: the text has ${formatCount(length)} characters, and a line takes ${formatCount(MOST_PASTED)} at once.`,
      )
    },
    onInput: (_: FormEvent) => setRefusal(null),
  }
}

/** A labelled line of text, with what is wrong with it under it. */
export function TextField(props: TextFieldProps) {
  const { label, labelHidden, error: wrong, hint, mono, inputRef, ...rest } = props
  const id = useId()
  const { refusal, ...paste } = usePasteLimit()
  const error = refusal ?? wrong
  return (
    <Field id={id} {...{ label, labelHidden, error, hint, mono }}>
      <input
        type="text"
        spellCheck={false}
        {...rest}
        {...paste}
        {...describe(id, { label, ...(error === undefined ? {} : { error }) })}
        ref={inputRef}
      />
    </Field>
  )
}

interface TextAreaProps extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {}

/** A labelled text of several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, error, hint, mono, ...rest } = props
  const id = useId()
  return (
    <Field id={id} {...{ label, labelHidden, error, hint, mono }}>
      <textarea spellCheck={false} {...rest} {...describe(id, props)} />
    </Field>
  )
}

interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** A labelled choice of one among few. */
export function Select(props: SelectProps) {
  const { label, labelHidden, error, hint, mono, options, ...rest } = props
  const id = useId()
  return (
    <Field id={id} {...{ label, labelHidden, error, hint, mono }}>
      <select {...rest} {...describe(id, props)}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

function hasError(error: string | null | undefined): error is string {
  return error !== null && error !== undefined && error !== ''
}

function describe(id: string, { error }: Labelled) {
  return hasError(error) ? { id, 'aria-invalid': true, 'aria-describedby': `${id}-error` } : { id }
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly labelHidden: boolean | undefined
  readonly error: string | null | undefined
  readonly hint: ReactNode
  readonly mono: boolean | undefined
  readonly children: ReactNode
}

function Field({ id, label, labelHidden, error, hint, mono, children }: FieldProps) {
  return (
    <div className={mono ? 'field code' : 'field'}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children}
      {hasError(error) ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
      {hint === undefined ? null : <p className="field-hint">{hint}</p>}
    </div>
  )
}
