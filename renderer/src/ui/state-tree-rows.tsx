// biome-ignore-all lint/a11y/useSemanticElements: rows drawn on a canvas are no HTML table
import { memo } from 'react'
import { foldWords } from '../draw/fold.ts'
import { lineWord } from '../draw/line-word.ts'
import type { OutlineShapes, RowShape } from '../draw/outline-shapes.ts'

interface MirrorProps {
  readonly id: string
  readonly shapes: OutlineShapes
  /** Full source text of a row, which the canvas may have cut. */
  readonly sourceOf: (row: RowShape) => string
}

/** Of a state that comes after passes which loop sampling left out. */
export const GAP_WORDS = 'passes of the loop before this one were left out'

/** What a state is labelled, in words. */
export function labelSentence(words: string): string {
  return `labelled ${words}`
}

export function rowId(id: string, seq: number): string {
  return `${id}-${seq}`
}

/**
 * What the canvas shows, as rows that assistive technology can read: only those on screen, named by the grid's
 * aria-activedescendant.
 */
export const StateTreeRows = memo(function StateTreeRows({ id, shapes, sourceOf }: MirrorProps) {
  const { rows, exit } = shapes
  return (
    <div className="visually-hidden">
      {rows.map((row) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its row
        <div
          key={row.seq}
          id={rowId(id, row.seq)}
          role="row"
          aria-rowindex={row.row + 1}
          aria-level={row.level + 1}
          aria-selected={row.focused}
          {...(row.expanded === null ? {} : { 'aria-expanded': row.expanded })}
        >
          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
          <span role="gridcell">
            {[
              ...(row.gap ? [GAP_WORDS] : []),
              `${row.kind}, ${lineWord(row.lineNumber)}: ${sourceOf(row)}`,
              ...(row.label === null ? [] : [labelSentence(row.label)]),
              ...(row.mark === null || row.mark.tone === 'gap' ? [] : [row.mark.text]),
              ...(row.fold === null ? [] : [foldWords(row.fold)]),
              ...(row.note === null ? [] : [row.note.text]),
            ].join(', ')}
          </span>
        </div>
      ))}
      {exit === null ? null : (
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          id={rowId(id, exit.seq)}
          role="row"
          aria-rowindex={exit.row + 1}
          aria-level={1}
          aria-selected={exit.focused}
        >
          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
          <span role="gridcell">{exit.text}</span>
        </div>
      )}
    </div>
  )
})
