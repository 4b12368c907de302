import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { ALL_ROWS, NO_ROWS, type RowRanges, toggledRow, withRows } from './row-ranges.ts'

/** Rows chosen beside the one that has the focus; a grid without it has that one alone. */
export interface RowChoice {
  readonly ranges: RowRanges
  readonly onRanges: (ranges: RowRanges) => void
}

/** Where a choice began: the rows chosen before, and the row that its other end is moved from. */
interface Anchor {
  readonly base: RowRanges
  readonly index: number
  /** What it made of them; where other rows are chosen by now, it is over. */
  readonly made: RowRanges
}

export interface GridSelection {
  /** Takes the key that chooses rows; false for any other. */
  readonly onKeyDown: (event: KeyboardEvent, index: number | null) => boolean
  /** The keys or the mouse moved the active row from one to another, extending the choice or not. */
  readonly onMove: (from: number | null, to: number, isExtending: boolean) => void
  /** Ctrl and a click add or take away a row; true where the click did that. */
  readonly onClick: (event: MouseEvent, index: number) => boolean
}

/** Shift extends the choice, Space and Ctrl with a click toggle a row, Ctrl+A chooses all, Esc none. */
export function useGridSelection(choice: RowChoice | undefined): GridSelection {
  const anchor = useRef<Anchor | null>(null)
  const ranges = choice?.ranges ?? NO_ROWS
  const toggle = (index: number): void => {
    const next = toggledRow(ranges, index)
    anchor.current = { base: next, index, made: next }
    choice?.onRanges(next)
  }
  return {
    onKeyDown: (event, index) => {
      if (choice === undefined || event.altKey) return false
      const mod = event.ctrlKey || event.metaKey
      if (mod && !event.shiftKey && event.key.toLowerCase() === 'a') choice.onRanges(ALL_ROWS)
      else if (mod) return false
      else if (event.key === ' ' && index !== null) toggle(index)
      else if (event.key === 'Escape' && ranges.length > 0) choice.onRanges(NO_ROWS)
      else return false
      return true
    },
    onMove: (from, to, isExtending) => {
      if (choice === undefined) return
      if (!isExtending) {
        anchor.current = null
        return
      }
      const held = anchor.current?.made === ranges ? anchor.current : null
      const { base, index } = held ?? { base: ranges, index: from ?? to }
      const made = withRows(base, index, to)
      anchor.current = { base, index, made }
      choice.onRanges(made)
    },
    onClick: (event, index) => {
      if (choice === undefined || !(event.ctrlKey || event.metaKey)) return false
      toggle(index)
      return true
    },
  }
}
