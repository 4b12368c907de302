import { memo, type ReactNode, useEffect, useRef } from 'react'
import { finderRowId } from '../../ui/finder-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyList } from '../../ui/key-list.tsx'
import type { PaletteItem } from './palette-item.ts'

/** The title with the characters that were typed in bold, run by run. */
function markedTitle({ title, marks }: PaletteItem): ReactNode {
  if (marks.length === 0) return title
  const marked = new Set(marks)
  const parts: ReactNode[] = []
  let from = 0
  for (let at = 1; at <= title.length; at++) {
    const isSame = at < title.length && marked.has(at) === marked.has(from)
    if (isSame) continue
    const text = title.slice(from, at)
    parts.push(marked.has(from) ? <b key={from}>{text}</b> : text)
    from = at
  }
  return parts
}

interface PaletteRowsProps {
  readonly id: string
  readonly label: string
  readonly items: readonly PaletteItem[]
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (item: PaletteItem) => void
}

/** The list of the palette's combobox: the field has the focus and names its active line. */
export function PaletteRows(props: PaletteRowsProps) {
  const { id, label, items, active, onActive, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items may put another line there
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, items])
  return (
    <div
      ref={list}
      id={`${id}-rows`}
      className="palette-rows"
      role="listbox"
      aria-label={label}
      // A list that scrolls would be a stop of the Tab key.
      tabIndex={-1}
    >
      {items.map((item, index) => (
        <PaletteRow
          key={item.id}
          id={finderRowId(`${id}-rows`, index)}
          index={index}
          item={item}
          active={index === active}
          onActive={onActive}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface PaletteRowProps {
  readonly id: string
  readonly index: number
  readonly item: PaletteItem
  readonly active: boolean
  readonly onActive: (index: number) => void
  readonly onChoose: (item: PaletteItem) => void
}

const PaletteRow = memo(function PaletteRow(props: PaletteRowProps) {
  const { id, index, item, active, onActive, onChoose } = props
  const { detail, keys, current, reason } = item
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field holds the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={id}
      role="option"
      className="palette-row"
      aria-selected={active}
      aria-disabled={reason !== null}
      onPointerMove={(event) => {
        // The list that scrolls under a pointer at rest is no choice.
        if (event.movementX !== 0 || event.movementY !== 0) onActive(index)
      }}
      onClick={() => onChoose(item)}
    >
      <span className="palette-title">{markedTitle(item)}</span>
      <span className="palette-detail" title={reason ?? detail ?? undefined}>
        {reason ?? detail}
      </span>
      {current ? (
        <span className="palette-tick">
          <Icon name="check" />
          <span className="visually-hidden">in force now</span>
        </span>
      ) : null}
      <span className="palette-keys">
        <KeyList keys={keys} />
      </span>
    </div>
  )
})
