/** What the keys of a pane are for; a divider belongs to two, and tabs and choices are about what lies below them. */
const MEANT =
  '[tabindex="0"]:not([role="separator"], [role="tab"], [role="radio"], [role="columnheader"])'
const CONTROLS = 'input, textarea, select, button'

/**
 * Gives a pane the keyboard, and whether it took it: what its keys are for comes before its buttons; a source lies in
 * a shadow root.
 */
export function focusIn(pane: HTMLElement | null | undefined): boolean {
  const inside = pane?.querySelector('.code-view')?.shadowRoot ?? pane
  const stops = [MEANT, CONTROLS].flatMap((kind) => [
    ...(inside?.querySelectorAll<HTMLElement>(kind) ?? []),
  ])
  return stops.some((stop) => {
    stop.focus({ preventScroll: true })
    // What is disabled or out of sight does not take it.
    return stop.matches(':focus')
  })
}

/** A part of a view that has a name as a pane, or what two dividers leave between them. */
function isPane(element: HTMLElement): boolean {
  if (element.closest('[hidden]') !== null) return false
  if (element.dataset.pane !== undefined) return true
  const named = element.parentElement?.closest('[data-pane]') ?? null
  return named === null && element.querySelector('.split, [data-pane]') === null
}

/** Goes on to the next pane of a view, or the one before; past those that take no keys, and round at the ends. */
export function walkPanes(view: HTMLElement | null, by: 1 | -1): void {
  const parts = view?.querySelectorAll<HTMLElement>('[data-pane], .split > .pane') ?? []
  const panes = [...parts].filter(isPane)
  const { activeElement } = document
  const at = panes.findIndex((pane) => pane.contains(activeElement))
  const from = at < 0 && by < 0 ? 0 : at
  for (let step = 1; step <= panes.length; step++) {
    const next = panes[(from + by * step + step * panes.length) % panes.length]
    if (next !== panes[at] && focusIn(next)) return
  }
}
