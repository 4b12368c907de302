import { type RefObject, useEffect } from 'react'
import type { ViewId } from '../state/place.ts'

/** What of a view takes keys, best first. */
const PARTS = ['[role="grid"]', '[role="tree"]', '[role="listbox"]']
const WAIT_MS = 3000

function hasNone(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

function focusPart(main: HTMLElement): boolean {
  for (const part of PARTS) {
    const found = main.querySelector<HTMLElement>(part)
    if (found === null) continue
    found.focus({ preventScroll: true })
    return true
  }
  return false
}

/**
 * Gives the keyboard focus to the list or tree of a view that was switched to, as soon as it is there, where the
 * switch left the focus on nothing. A view without one has it itself.
 */
export function useFocusInView(main: RefObject<HTMLElement | null>, view: ViewId): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is what it waits for
  useEffect(() => {
    const element = main.current
    if (element === null) return
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
    }
    const look = (): void => {
      if (!hasNone() || focusPart(element)) stop()
    }
    const observer = new MutationObserver(look)
    const timer = setTimeout(() => {
      stop()
      if (hasNone()) element.focus({ preventScroll: true })
    }, WAIT_MS)
    observer.observe(element, { childList: true, subtree: true })
    look()
    return stop
  }, [main, view])
}
