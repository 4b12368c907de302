import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

export interface TabInfo<Id> {
  readonly id: Id
  readonly text: ReactNode
}

interface TabListProps<Id> {
  /** Name of the list for screen readers. */
  readonly label: string
  readonly tabs: readonly TabInfo<Id>[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  /** Where it is given tabs can be closed: by Delete, a middle click, or their cross. */
  readonly onClose?: (id: Id) => void
}

/** Where a key leads among tabs; null for other keys. */
function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'ArrowRight':
      return (at + 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Tabs in a row: one stop of the Tab key, in which Left, Right, Home and End choose. */
export function TabList<Id extends string | number>(props: TabListProps<Id>) {
  const { label, tabs, chosen, onChoose, onClose } = props
  const list = useRef<HTMLDivElement>(null)
  const tabOf = (id: Id): HTMLElement | null | undefined =>
    list.current?.querySelector<HTMLElement>(`[data-tab="${id}"]`)
  const hadFocus = useRef(false)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${chosen}"]`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // A tab that was closed had it, and is gone.
    if (hadFocus.current) tab?.focus()
    hadFocus.current = false
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const at = tabs.findIndex(({ id }) => id === chosen)
    if (event.key === 'Delete' && onClose !== undefined) {
      hadFocus.current = true
      onClose(chosen)
    } else {
      const next = tabs[targetOf(event.key, at, tabs.length) ?? -1]
      if (next === undefined) return
      onChoose(next.id)
      tabOf(next.id)?.focus()
    }
    event.preventDefault()
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ id, text }) => (
        <div
          key={id}
          className="tab-slot"
          role="presentation"
          onAuxClick={({ button }) => (button === 1 ? onClose?.(id) : undefined)}
        >
          <button
            type="button"
            role="tab"
            className="tab"
            data-tab={id}
            tabIndex={chosen === id ? 0 : -1}
            aria-selected={chosen === id}
            onClick={() => onChoose(id)}
          >
            {text}
          </button>
          {onClose === undefined ? null : (
            // A tablist holds nothing but tabs: who cannot see the cross has the Delete key.
            <span
              className="tab-close"
              aria-hidden="true"
              title="Close"
              onClick={() => onClose(id)}
            >
              <Icon name="close" size={12} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
