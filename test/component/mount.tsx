import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type Session, SessionContext } from '../../renderer/src/api/session.ts'

/** Layout that happy-dom does not do: every element is 800 × 600, and says so once when it is observed. */
export function giveElementsASize(): void {
  for (const [name, value] of [
    ['clientWidth', 800],
    ['clientHeight', 600],
    ['offsetWidth', 800],
    ['offsetHeight', 600],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
  globalThis.ResizeObserver = class {
    private readonly callback: ResizeObserverCallback
    constructor(callback: ResizeObserverCallback) {
      this.callback = callback
    }
    observe(target: Element): void {
      const contentRect = { width: 800, height: 600 } as DOMRectReadOnly
      const size = [{ inlineSize: 800, blockSize: 600 }]
      const entry = { target, contentRect, borderBoxSize: size, contentBoxSize: size }
      this.callback([entry as unknown as ResizeObserverEntry], this)
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  HTMLElement.prototype.scrollIntoView = () => {}
  HTMLElement.prototype.hidePopover = () => {}
}

/** Renders a view inside a session, as the shell does. */
export function mount(session: Session, view: ReactNode) {
  return render(
    <QueryClientProvider client={session.queryClient}>
      <SessionContext value={session}>{view}</SessionContext>
    </QueryClientProvider>,
  )
}
