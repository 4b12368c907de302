import { type RefObject, useEffect } from 'react'

/** What of a view takes keys, best first. */
const PARTS = ['[role="grid"]', '[role="treegrid"]', '[role="listbox"]']
const WAIT_MS = 3000

function hasNone(main: HTMLElement): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement === main
}

/** Whether a part has the focus now; what is out of sight does not take it. */
function focusPart(main: HTMLElement): boolean {
  const found = PARTS.flatMap((part) => [...main.querySelectorAll<HTMLElement>(part)])
  return found.some((part) => {
    part.focus({ preventScroll: true })
    return document.activeElement === part
  })
}

/**
 * Gives the keyboard focus to the list or tree of a view that was switched to, as soon as it is there, where the
 * switch left the focus on nothing. A view without one has it itself. `shown` names the view and its tab.
 */
export function useFocusInView(main: RefObject<HTMLElement | null>, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else that is shown is what it waits for
  useEffect(() => {
    const element = main.current
    if (element === null) return
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
    }
    const look = (): void => {
      // While a view's code is read, the view before it is still there, with the focus, but out of sight.
      if (!hasNone(element)) return
      if (focusPart(element)) stop()
      else element.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(look)
    const timer = setTimeout(stop, WAIT_MS)
    observer.observe(element, { childList: true, subtree: true })
    look()
    return stop
  }, [main, shown])
}
