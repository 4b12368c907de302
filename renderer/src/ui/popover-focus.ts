import type { ToggleEvent } from 'react'

/**
 * To be called where a popover toggles: once open it has the focus, in its first field where it has one, so that what
 * is typed is no command of the page behind. The popover needs a `tabIndex` where it holds no field.
 */
export function focusOpened(event: ToggleEvent<HTMLElement>): void {
  if (event.newState !== 'open') return
  const popover = event.currentTarget
  const field = popover.querySelector<HTMLElement>('input:enabled, textarea:enabled')
  const first = field ?? popover
  first.focus()
}
