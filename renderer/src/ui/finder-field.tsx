import type { KeyboardEvent, RefObject } from 'react'

/** Id of the row at an index of a finder's list. */
export function finderRowId(list: string, index: number): string {
  return `${list}-${index}`
}

interface FinderFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly placeholder: string
  readonly value: string
  /** Id of the list of what is found, and how many rows it has. */
  readonly list: string
  readonly count: number
  readonly active: number
  readonly onValue: (value: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What is looked for is a few words; a text of a megabyte would only make the browser stand still. */
const MOST_CHARACTERS = 1000

/** The line of a dialog that finds things while one types: the keyboard stays in it, whatever row is active. */
export function FinderField(props: FinderFieldProps) {
  const { inputRef, label, list, count, active, onValue, ...rest } = props
  return (
    <input
      {...rest}
      maxLength={MOST_CHARACTERS}
      ref={inputRef}
      className="palette-field"
      type="text"
      role="combobox"
      spellCheck={false}
      autoComplete="off"
      data-autofocus
      aria-label={label}
      aria-expanded={count > 0}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={count === 0 ? undefined : finderRowId(list, active)}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
