// biome-ignore-all lint/a11y/useSemanticElements: rows drawn on a canvas are no HTML table
import { memo, useMemo } from 'react'
import { foldWords } from '../draw/fold.ts'
import { lineWord } from '../draw/line-word.ts'
import type { OutlineShapes, RowShape } from '../draw/outline-shapes.ts'
import { useAtRest } from './use-at-rest.ts'

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

const Row = memo(function Row({
  id,
  row,
  sourceOf,
}: Omit<MirrorProps, 'shapes'> & { readonly row: RowShape }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its row
    <div
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
          ...(row.predicted === null ? [] : [row.predicted.words]),
          ...(row.fold === null ? [] : [foldWords(row.fold)]),
          ...(row.note === null ? [] : [row.note.text]),
        ].join(', ')}
      </span>
    </div>
  )
})

/** Rows as they were, with the one that has the focus now as it is. */
function withFocused(rows: readonly RowShape[], focused: RowShape | undefined): RowShape[] {
  const others = rows
    .filter(({ seq }) => seq !== focused?.seq)
    .map((row) => (row.focused ? { ...row, focused: false } : row))
  return focused === undefined ? others : [...others, focused].sort((a, b) => a.row - b.row)
}

/** Longer than between two repeats of a key held down. */
const REST_MS = 60

/**
 * What the canvas shows, as rows that assistive technology can read: only those on screen, named by the grid's
 * aria-activedescendant. While they change many times a second only the row in focus keeps up: to make all of them
 * anew each time would cost more than to draw them.
 */
export function StateTreeRows({ id, shapes, sourceOf }: MirrorProps) {
  const rested = useAtRest(shapes, REST_MS)
  const { exit } = shapes
  const rows = useMemo(
    () =>
      rested === shapes
        ? shapes.rows
        : withFocused(
            rested.rows,
            shapes.rows.find(({ focused }) => focused),
          ),
    [rested, shapes],
  )
  return (
    <div role="rowgroup" className="visually-hidden tree-mirror" aria-busy={rested !== shapes}>
      {rows.map((row) => (
        <Row key={row.seq} {...{ id, row, sourceOf }} />
      ))}
      {exit === null ? null : (
        // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its row
        <div
          id={rowId(id, exit.seq)}
          role="row"
          aria-rowindex={exit.row + 1}
          aria-level={1}
          aria-selected={exit.focused}
        >
          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
          <span role="gridcell">
            {[exit.text, ...(exit.predicted === null ? [] : [exit.predicted.words])].join(', ')}
          </span>
        </div>
      )}
    </div>
  )
}
