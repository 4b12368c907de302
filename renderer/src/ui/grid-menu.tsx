import { type MouseEvent, useState } from 'react'
import type { RowInSight } from './grid-cursor.ts'
import type { ColumnActs, GridMenuItems } from './grid-types.ts'
import { Menu, type OpenMenu } from './menu.tsx'

interface GridMenuInput<Row> {
  readonly menu: GridMenuItems<Row> | undefined
  readonly acts: ColumnActs | undefined
  readonly inSight: readonly RowInSight<Row>[]
  readonly rowId: (row: Row) => string
  readonly activeIndex: number | null
}

function attribute(target: EventTarget, name: string): string | null {
  if (!(target instanceof Element)) return null
  return target.closest(`[${name}]`)?.getAttribute(name) ?? null
}

/** The menu of a heading, if the event is one's. */
function headingMenu(
  acts: ColumnActs | undefined,
  event: MouseEvent<HTMLElement>,
): OpenMenu | null {
  const column = attribute(event.target, 'data-heading')
  const heading = event.target instanceof Element ? event.target.closest('[data-heading]') : null
  if (acts === undefined || column === null || heading === null) return null
  const { left, bottom } = heading.getBoundingClientRect()
  return { x: left, y: bottom, label: 'Column', items: acts.menu(column) }
}

/** A middle click on a row, as on a link; without it the page would scroll with the mouse. */
export function rowClicks<Row>(
  inSight: readonly RowInSight<Row>[],
  rowId: (row: Row) => string,
  onMiddle: ((row: Row) => void) | undefined,
) {
  if (onMiddle === undefined) return {}
  return {
    onMouseDown: (event: MouseEvent): void => {
      if (event.button === 1) event.preventDefault()
    },
    onAuxClick: ({ button, target }: MouseEvent): void => {
      const id = button === 1 ? attribute(target, 'data-row') : null
      const found = inSight.find(({ row }) => row !== undefined && rowId(row) === id)
      if (found?.row !== undefined) onMiddle(found.row)
    },
  }
}

/** The menu of a cell or heading under the mouse, or by the menu key of the active row or heading. */
export function useGridMenu<Row>(input: GridMenuInput<Row>) {
  const { menu, acts, inSight, rowId, activeIndex } = input
  const [open, setOpen] = useState<OpenMenu | null>(null)
  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    if (attribute(event.target, 'data-heading') !== null) {
      const heading = headingMenu(acts, event)
      if (heading === null) return
      event.preventDefault()
      setOpen(heading)
      return
    }
    if (menu === undefined) return
    const id = attribute(event.target, 'data-row')
    const found = inSight.find(({ index, row }) =>
      id === null ? index === activeIndex : row !== undefined && rowId(row) === id,
    )
    if (found?.row === undefined) return
    event.preventDefault()
    const items = menu(found.row, attribute(event.target, 'data-column'))
    // The menu key tells no point of the page.
    const drawn = event.currentTarget.querySelector('.grid-row.active')?.getBoundingClientRect()
    const at =
      id === null && drawn !== undefined
        ? { x: drawn.left + 40, y: drawn.bottom }
        : { x: event.clientX, y: event.clientY }
    setOpen({ ...at, label: 'Row', items })
  }
  const drawn = open === null ? null : <Menu {...open} onClose={() => setOpen(null)} />
  return { onContextMenu, drawn }
}
