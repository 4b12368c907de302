import { joinParts, partsOf } from '../../../../shared/query/parts.ts'

interface QueryChipsProps {
  readonly where: string
  readonly onWhere: (where: string) => void
}

/** The conditions of a query one by one, each to take off; nothing while it does not parse or is one condition. */
export function QueryChips({ where, onWhere }: QueryChipsProps) {
  const parts = partsOf(where) ?? []
  if (parts.length < 2) return null
  return (
    <ul className="query-chips" aria-label="Conditions">
      {parts.map((part, index) => (
        <li key={part} className="query-chip">
          <code className="ellipsis" title={part}>
            {part}
          </code>
          <button
            type="button"
            className="icon-button"
            aria-label={`Take off ${part}`}
            onClick={() => onWhere(joinParts(parts.filter((_, at) => at !== index)))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
