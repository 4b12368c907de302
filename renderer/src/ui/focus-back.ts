import { type RefObject, useLayoutEffect } from 'react'

/** What has the keyboard; within a shadow root the element there, which alone can be given it again. */
export function focusedElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element === document.body ? null : element
}

/** Gives the keyboard to what had it before, as far as that is still there. */
export function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** What takes the keyboard when it opens gives it back when it goes, unless it has already left. */
export function useGivesFocusBack(host: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = focusedElement()
    const own = host.current
    return () => {
      if (own?.contains(document.activeElement)) focusAgain(before)
    }
  }, [host])
}
