interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly onValue: (value: Value) => void
}

/** A choice of one among two or three, all of them in sight. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <fieldset className="segmented" aria-label={props.label}>
      {props.options.map(({ value, text }) => (
        <button
          type="button"
          key={value}
          aria-pressed={value === props.value}
          onClick={() => props.onValue(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
