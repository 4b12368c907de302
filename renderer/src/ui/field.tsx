import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

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

/** A labelled line of text, with what is wrong with it under it. */
export function TextField(props: TextFieldProps) {
  const { label, labelHidden, error, hint, mono, inputRef, ...rest } = props
  const id = useId()
  return (
    <Field id={id} {...{ label, labelHidden, error, hint, mono }}>
      <input type="text" spellCheck={false} {...rest} {...describe(id, props)} ref={inputRef} />
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
