import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { Likenesses } from '../../draw/compared-variables.ts'
import { rowsWith, type VariableRow } from '../../draw/variable-changes.ts'
import { useAtomPart } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { useFocus, useSetFocus } from '../../state/place.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { toggleWatch, useWatches } from '../../state/watches.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { VariableTable } from '../../ui/variable-table.tsx'
import { useSideLabel } from './side-label.ts'
import type { ShownState } from './use-shown-state.ts'
import { ValuePane } from './value-pane.tsx'

// Kept like the sizes of the panes: the address keeps which variable, and a reload shows its value again.
const valueOpenAtom = createStoredAtom('trace.valueOpen', false, (stored) => stored === true)

/** Name of the row the arrow keys lead to. */
function neighbour(
  names: readonly string[],
  selected: string | null,
  delta: number,
): string | null {
  const from = selected === null ? -1 : names.indexOf(selected)
  const to = from < 0 ? 0 : Math.max(0, Math.min(names.length - 1, from + delta))
  return names[to] ?? null
}

/** Which variables of the shown function are kept in sight, and the act that changes it. */
function usePins(program: string, shown: ShownState) {
  const watches = useWatches(program)
  const of = shown.node?.function ?? null
  const pinned = useMemo(
    () => new Set(watches.filter((watch) => watch.function === of).map(({ path }) => path)),
    [watches, of],
  )
  const onPin = useCallback(
    (name: string) => toggleWatch(program, { function: of, path: name }),
    [program, of],
  )
  return { pinned, onPin }
}

const LOCALS_COMMANDS = declareCommands('Variables', 'in the Trace view with a trace open', {
  'variables.filter': { keys: ['/'], description: 'Filter the variables' },
})

/** `/` leads to the filter while the keyboard is in the pane. */
function useFilterKey(
  pane: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [{ ...LOCALS_COMMANDS['variables.filter'], run: () => field.current?.select() }],
    [field],
  )
  useKeys(
    'Variables',
    bindings,
    useMemo(() => ({ within: pane }), [pane]),
  )
}

function noRows(shown: ShownState, typed: string): string {
  if (shown.state === null) return 'Reading the state…'
  return shown.rows.length === 0
    ? 'No local variables here.'
    : `No name and no value holds “${typed.trim()}”.`
}

/** Variables under this many are seen at a glance: they need no filter. */
const FEW = 8

interface FilterProps {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly kept: number
  readonly total: number
  readonly field: RefObject<HTMLInputElement | null>
  readonly onLeave: () => void
}

function Filter({ typed, onTyped, kept, total, field, onLeave }: FilterProps) {
  if (total < FEW && typed === '') return null
  return (
    <div className="variable-filter">
      <input
        ref={field}
        type="search"
        aria-label="Filter variables by name or value"
        placeholder="Filter names and values ( / )"
        spellCheck={false}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onTyped('')
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          onLeave()
        }}
      />
      <span className="muted numbers" aria-live="polite">
        {typed.trim() === '' ? formatCount(total) : `${formatCount(kept)} of ${formatCount(total)}`}
      </span>
    </div>
  )
}

interface LocalsProps {
  readonly trace: TraceDetail
  readonly shown: ShownState
  /** How they compare with the variables of another run; null where there are none. */
  readonly likenesses: Likenesses | null
}

/** The variables of the frame that is shown, and the value of one of them in full. */
export function Locals({ trace, shown, likenesses }: LocalsProps) {
  const { variable } = useFocus()
  const setFocus = useSetFocus()
  const open = useAtomPart(valueOpenAtom, (value) => value)
  const setOpen = valueOpenAtom.set
  const layout = useSize('trace.value', 220)
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  const rows = useMemo(() => rowsWith(shown.rows, typed), [shown.rows, typed])
  const label = useSideLabel('Variables')
  const pins = usePins(trace.program, shown)
  useFilterKey(pane, field)
  const onSelect = useCallback((name: string) => setFocus({ variable: name }), [setFocus])
  const onOpen = useCallback(
    (name: string) => {
      setFocus({ variable: name })
      valueOpenAtom.set(true)
    },
    [setFocus],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const names = rows.map((row: VariableRow) => row.name)
    const next = delta === undefined ? variable : neighbour(names, variable, delta)
    if (event.key === 'Escape') setOpen(false)
    else if (delta !== undefined && next !== null) onSelect(next)
    else if (event.key === 'Enter' && next !== null) onOpen(next)
    else if (event.key === ' ' && next !== null && names.includes(next)) pins.onPin(next)
    else return
    event.preventDefault()
  }
  const close = (): void => {
    setOpen(false)
    scroller?.focus()
  }
  const opened = open ? shown.rows.find((row) => row.name === variable) : undefined
  const table = (
    <section
      ref={setScroller}
      className={shown.stale ? 'variables-scroll stale' : 'variables-scroll'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {rows.length === 0 ? (
        <p className="pane-note">{noRows(shown, typed)}</p>
      ) : (
        <VariableTable
          selected={variable}
          list={typed}
          {...{ rows, scroller, onSelect, onOpen, likenesses, ...pins }}
        />
      )}
    </section>
  )
  return (
    <div
      className="locals"
      // The key of the filter holds in the whole pane, the call stack too.
      ref={(element) => {
        pane.current = element?.closest<HTMLElement>('[data-pane]') ?? element
      }}
    >
      <Filter
        {...{ typed, field, onTyped: setTyped }}
        kept={rows.length}
        total={shown.rows.length}
        onLeave={() => scroller?.focus()}
      />
      {/* One and the same table with and without a value under it: it keeps the keyboard. */}
      <SplitPane
        label="Variables and value"
        direction="column"
        sized="second"
        only={opened === undefined ? 'first' : null}
        {...layout}
      >
        {table}
        {opened === undefined ? null : <ValuePane row={opened} onClose={close} />}
      </SplitPane>
    </div>
  )
}
