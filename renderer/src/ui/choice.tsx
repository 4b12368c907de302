interface ChoiceProps<Value extends string> {
  /** Its name for screen readers: the row it stands in says it to the eye. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly onValue: (value: Value) => void
}

/** A small choice of one among several, within a row. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onValue,
}: ChoiceProps<Value>) {
  return (
    <select
      className="choice"
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value as Value)}
    >
      {options.map(({ value: of, text }) => (
        <option key={of} value={of}>
          {text}
        </option>
      ))}
    </select>
  )
}
