import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { closeOverlay } from '../../state/overlay.ts'
import { actBehind } from '../../ui/act-behind.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FinderField } from '../../ui/finder-field.tsx'
import { keyOf } from '../../ui/key-notation.ts'
import { useKeysOf } from '../../ui/keys.ts'
import { movedLine } from '../common/list-keys.ts'
import { PALETTE_MODES, readText } from './modes.ts'
import { PALETTE_COMMANDS } from './palette-commands.ts'
import type { PaletteItem, PaletteList } from './palette-item.ts'
import { PaletteRows } from './palette-rows.tsx'
import { useCommandItems } from './use-command-items.ts'
import { useCompareItems, useGoItems, useLabelItems } from './use-go-items.ts'
import { useEventItems, useFunctionItems } from './use-trace-items.ts'

const NOTHING: PaletteList = { items: [], note: null }

/** What the palette shows for a text; see product.md 4.5 for what its first character means. */
function useItems(text: string): PaletteList {
  const { mode, query } = readText(text)
  const queryOf = (prefix: string): string | null => (mode.prefix === prefix ? query : null)
  const lists = [
    useCommandItems(queryOf('>')),
    useFunctionItems(queryOf('@')),
    useLabelItems(queryOf('#')),
    useEventItems(queryOf(':')),
    useCompareItems(queryOf('=')),
    useGoItems(queryOf('')),
  ]
  return lists.find((list) => list !== null) ?? NOTHING
}

/** Runs it once the palette is gone and the focus is back where it was. */
function choose(item: PaletteItem | undefined): void {
  if (item === undefined || item.reason !== null) return
  actBehind(closeOverlay, item.run)
}

/** One field to run any command and to go to anything. `text` is what it begins with. */
export function Palette({ text: first }: { text: string }) {
  const id = useId()
  const [text, setText] = useState(first)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const keysOf = useKeysOf()
  const { items, note } = useItems(text)
  const { mode, query } = readText(text)
  const at = Math.min(active, items.length - 1)
  const type = (next: string): void => {
    setText(next)
    setActive(0)
    input.current?.focus()
  }
  useEffect(() => {
    // Opened anew with another beginning, as by its other key.
    setText(first)
    setActive(0)
  }, [first])

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedLine(at, items.length, event.key)
    const key = keyOf(event.nativeEvent)
    if (event.key === 'Enter') choose(items[at])
    else if (next !== null) setActive(next)
    else if (keysOf(PALETTE_COMMANDS['palette.commands']).includes(key)) type('>')
    else if (keysOf(PALETTE_COMMANDS['palette.go']).includes(key)) type('')
    else return
    event.preventDefault()
  }
  const empty = query === '' || mode.nothing === '' ? null : mode.nothing
  const said = note ?? (items.length === 0 ? empty : null)
  return (
    <Dialog label="Command palette" className="palette" onClose={closeOverlay}>
      <FinderField
        inputRef={input}
        label={mode.title}
        placeholder={mode.placeholder}
        value={text}
        list={`${id}-rows`}
        count={items.length}
        active={at}
        onValue={type}
        onKeyDown={onKeyDown}
      />
      <PaletteRows
        id={id}
        label={mode.title}
        items={items}
        active={at}
        onActive={setActive}
        onChoose={choose}
      />
      <p className="palette-note" role="status">
        {said}
      </p>
      <p className="palette-modes">
        {PALETTE_MODES.map(({ prefix, title }) => (
          <button
            key={prefix}
            type="button"
            tabIndex={-1}
            className="text-button"
            aria-pressed={prefix === mode.prefix}
            onClick={() => type(prefix)}
          >
            {prefix === '' ? null : <kbd>{prefix}</kbd>} {title}
          </button>
        ))}
      </p>
    </Dialog>
  )
}
