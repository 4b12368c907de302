import { flushSync } from 'react-dom'

/** What opened a dialog beside the view does not keep the keys from the view, which take them from nothing. */
function leaveControls(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest('main') === null) {
    activeElement.blur()
  }
}

/**
 * Closes the dialog in front, which gives the focus back, and acts: all within the event that asked for it. Were it
 * later, keys that are typed at once would reach the view in between.
 */
export function actBehind(close: () => void, act: () => void): void {
  flushSync(close)
  leaveControls()
  act()
}
