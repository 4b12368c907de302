import { type ReactNode, useEffect, useRef } from 'react'
import type { SearchHit, SearchKind } from '../../../../shared/contract/search.ts'
import { finderRowId } from '../../ui/finder-field.tsx'
import { holderOf, KIND_TITLES, placeOf, type SearchRow } from './search-rows.ts'

/** The text with the words that were searched marked. */
function markedText({ text, marks }: SearchHit): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of marks) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return [...parts, text.slice(from)]
}

interface SearchHitsProps {
  readonly id: string
  readonly rows: readonly SearchRow[]
  readonly active: number
  /** They are of an earlier text. */
  readonly stale: boolean
  readonly onActive: (index: number) => void
  readonly onChoose: (row: SearchRow) => void
}

/** Hits by kind: the list of a combobox, whose field has the focus and names the active line. */
export function SearchHits(props: SearchHitsProps) {
  const { id, rows, active, stale } = props
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may put another line there
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, rows])
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return (
    <div
      ref={list}
      id={`${id}-rows`}
      className="palette-rows search-rows"
      role="listbox"
      aria-label="Hits"
      aria-busy={stale}
      // A list that scrolls would be a stop of the Tab key.
      tabIndex={-1}
    >
      {kinds.map((kind) => (
        <HitsOfKind key={kind} kind={kind} {...props} />
      ))}
    </div>
  )
}

function HitsOfKind({ kind, ...props }: SearchHitsProps & { kind: SearchKind }) {
  const { id, rows, active, onActive, onChoose } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox
    <div role="group" aria-labelledby={`${id}-${kind}`}>
      <h3 id={`${id}-${kind}`} role="presentation">
        {KIND_TITLES[kind]}
      </h3>
      {rows.map((row, index) =>
        row.kind !== kind ? null : (
          // biome-ignore lint/a11y/useFocusableInteractive: the field holds the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={finderRowId(`${id}-rows`, index)}
            id={finderRowId(`${id}-rows`, index)}
            role="option"
            className="palette-row search-row"
            aria-selected={index === active}
            onPointerMove={(event) => {
              // The list that scrolls under a pointer at rest is no choice.
              if (event.movementX !== 0 || event.movementY !== 0) onActive(index)
            }}
            onClick={() => onChoose(row)}
          >
            {row.hit === null ? (
              <span className="search-more">Show more of these</span>
            ) : (
              <HitText hit={row.hit} />
            )}
          </div>
        ),
      )}
    </div>
  )
}

function HitText({ hit }: { hit: SearchHit }) {
  const holder = holderOf(hit)
  return (
    <>
      <span className="search-text mono">
        {holder === null ? null : <span className="search-holder">{holder} </span>}
        {markedText(hit)}
      </span>
      <span className="palette-detail">{placeOf(hit)}</span>
    </>
  )
}
