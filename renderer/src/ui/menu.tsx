import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'

export interface MenuItem {
  readonly text: string
  /** What exactly it does, after the text. */
  readonly detail?: string
  readonly run: () => void
}

export interface OpenMenu {
  readonly x: number
  readonly y: number
  /** Name of the menu for screen readers. */
  readonly label: string
  readonly items: readonly MenuItem[]
}

interface MenuProps extends OpenMenu {
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A menu at a point of the page. It takes the keyboard while it is open and gives it back where it was. */
export function Menu({ x, y, label, items, onClose }: MenuProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = host.current
    if (menu === null) return
    const { width, height } = menu.getBoundingClientRect()
    menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`
    menu.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`
  }, [x, y])
  useEffect(() => {
    const before = document.activeElement
    host.current?.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(host.current?.querySelectorAll('button') ?? [])]
    const step = STEPS[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (step !== undefined) {
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
      buttons[step(at, buttons.length)]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={host}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      {items.map(({ text, detail, run }) => (
        <button
          key={`${text} ${detail ?? ''}`}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose()
            run()
          }}
        >
          <span>{text}</span>
          {detail === undefined ? null : <code className="muted ellipsis">{detail}</code>}
        </button>
      ))}
    </div>
  )
}
