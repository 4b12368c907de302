import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { parseQuery } from '../../../shared/query/check.ts'
import { type Completions, completionsAt } from '../../../shared/query/complete.ts'
import type { QueryProblem } from '../../../shared/query/expression.ts'
import type { Level } from '../../../shared/query/fields.ts'
import { TextField } from './field.tsx'

export interface QueryFieldProps {
  readonly label: string
  readonly labelHidden?: boolean
  readonly level: Level
  readonly value: string
  readonly onValue: (value: string) => void
  readonly placeholder?: string
  /** What the services say of it; what can be seen from the text alone is said at once. */
  readonly error?: string | null
  readonly hint?: React.ReactNode
  /** Enter, with no completion chosen, and Arrow down where none is offered; not while the query cannot be read. */
  readonly onEnter?: () => void
  /** Escape where nothing is offered. */
  readonly onEscape?: () => void
  readonly inputRef?: React.RefObject<HTMLInputElement | null>
}

const NOTHING: Completions = { from: 0, to: 0, items: [] }
const MOST_SHOWN = 40

function problemOf(value: string, level: Level): QueryProblem | null {
  const parsed = parseQuery(value, level)
  return parsed.ok ? null : parsed.error
}

/**
 * A line that takes a query: what could stand at the cursor is offered as one types, and what is wrong is said in
 * words, with the nearest name a key away (Alt+Enter).
 */
export function QueryField(props: QueryFieldProps) {
  const { label, level, value, onValue, error, onEnter, onEscape, inputRef, ...rest } = props
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const list = useId()
  const [offered, setOffered] = useState(NOTHING)
  const [chosen, setChosen] = useState(-1)
  const problem = problemOf(value, level)
  const offer = (next: Completions): void => {
    setOffered(next)
    setChosen(-1)
  }
  const close = (): void => offer(NOTHING)
  const lookAround = (text: string): void => {
    const cursor = input.current?.selectionStart ?? text.length
    offer(completionsAt(text, cursor, level))
  }
  const put = (text: string, from: number, to: number): void => {
    const next = value.slice(0, from) + text + value.slice(to)
    onValue(next)
    close()
    const at = from + text.length
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at))
  }
  const take = (index: number): void => {
    const item = offered.items[index]
    if (item !== undefined) put(item.text, offered.from, offered.to)
  }
  const repair = (): void => {
    if (problem?.replacement != null) put(problem.replacement, problem.position, problem.end)
  }
  const shown = offered.items.slice(0, MOST_SHOWN)
  const isOpen = shown.length > 0
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && isOpen) {
      const count = shown.length + 1
      setChosen((now) => ((now + 1 + step + count) % count) - 1)
    } else if (event.key === ' ' && event.ctrlKey) lookAround(value)
    else if (event.key === 'Enter' && event.altKey) repair()
    else if ((event.key === 'Enter' || event.key === 'Tab') && isOpen && chosen >= 0) take(chosen)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Escape' && onEscape !== undefined) onEscape()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      close()
      if (onEnter === undefined) return
      // There is nothing to go to until the query can be read.
      if (problem === null) onEnter()
    } else return
    event.preventDefault()
  }
  return (
    <div className="query-field">
      <TextField
        {...rest}
        label={label}
        mono
        type="search"
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && chosen >= 0 ? `${list}-${chosen}` : undefined}
        value={value}
        inputRef={input}
        error={isOpen ? null : (problem?.message ?? error ?? null)}
        onChange={(event) => {
          onValue(event.target.value)
          lookAround(event.target.value)
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOpen || problem?.replacement == null ? null : (
        <button
          type="button"
          className="text-button query-repair"
          title="Alt+Enter in the field"
          onClick={repair}
        >
          Use {problem.replacement}
        </button>
      )}
      <Offers id={list} {...{ shown, chosen, take }} />
    </div>
  )
}

interface OffersProps {
  readonly id: string
  readonly shown: Completions['items']
  readonly chosen: number
  readonly take: (index: number) => void
}

function Offers({ id, shown, chosen, take }: OffersProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="What could stand here"
      className="query-offers"
      hidden={shown.length === 0}
    >
      {shown.map(({ text, about }, index) => (
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className="query-offer"
          // The field keeps the keyboard.
          onPointerDown={(event) => {
            event.preventDefault()
            take(index)
          }}
        >
          <code>{text}</code>
          <span className="muted ellipsis">{about}</span>
        </div>
      ))}
    </div>
  )
}
