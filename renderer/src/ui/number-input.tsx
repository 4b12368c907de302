interface NumberInputProps {
  /** Its name for screen readers: the row it stands in says it to the eye. */
  readonly label: string
  /** Undefined shows nothing. */
  readonly value: number | undefined
  /** A whole number, or undefined when the field was emptied. */
  readonly onValue: (value: number | undefined) => void
  readonly most?: number
  readonly placeholder?: string
}

/** A short field for a whole number from 0 on. What is no such number changes nothing. */
export function NumberInput({
  label,
  value,
  onValue,
  most = 1_000_000,
  placeholder,
}: NumberInputProps) {
  return (
    <input
      className="number-input numbers"
      type="text"
      inputMode="numeric"
      aria-label={label}
      placeholder={placeholder}
      value={value ?? ''}
      onChange={({ target }) => {
        const text = target.value.trim()
        if (text === '') onValue(undefined)
        else if (/^\d{1,16}$/.test(text) && Number(text) <= most) onValue(Number(text))
      }}
    />
  )
}
