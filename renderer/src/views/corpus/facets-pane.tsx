import { formatCount } from '../../../../shared/base/words.ts'
import type { FacetCounts, FacetValue } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { partsOf } from '../../../../shared/query/parts.ts'
import type { CorpusCounting } from '../../api/corpus.ts'
import { errorText } from '../../api/errors.ts'
import { notPart, partOf, togglePart, valueWords } from './facet-parts.ts'
import { LEVEL_INFO } from './level-columns.ts'

interface FacetsPaneProps {
  readonly level: Level
  readonly where: string
  readonly counting: CorpusCounting
  readonly onWhere: (where: string) => void
}

/** What the kept rows are like: how often each value of a few columns is among them; a click keeps those rows alone. */
export function FacetsPane(props: FacetsPaneProps) {
  const { level, counting } = props
  const { count, stale, error } = counting
  const { predictionFacets = [] } = LEVEL_INFO[level]
  const shown = (count?.facets ?? []).filter(
    ({ by, values }) => values.length > 0 && !(predictionFacets.includes(by) && isEmpty(values)),
  )
  if (error !== null && count === null) return <p className="pane-note">{errorText(error)}</p>
  return (
    <section
      className={stale ? 'facets stale' : 'facets'}
      aria-label="Facets"
      aria-busy={count === null || !count.complete}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
    >
      {count !== null && !count.complete ? (
        <p className="pane-note" role="status">
          Counting: {formatCount(count.scanned)} of {formatCount(count.total)} looked at
        </p>
      ) : null}
      {count?.complete === true && count.matched === 0 ? (
        <p className="pane-note">There are no rows to count.</p>
      ) : null}
      {shown.map((facet) => (
        <Facet key={`${level} ${facet.by}`} facet={facet} {...props} />
      ))}
    </section>
  )
}

/** None of the rows has a value. */
function isEmpty(values: readonly FacetValue[]): boolean {
  return values.every(({ value }) => value === null)
}

function Facet({ facet, ...props }: FacetsPaneProps & { readonly facet: FacetCounts }) {
  const most = Math.max(1, ...facet.values.map(({ count }) => count))
  const isSure = props.counting.count?.complete === true
  const title = LEVEL_INFO[props.level].titles?.[facet.by]
  return (
    <section className="facet" aria-label={title ?? facet.by}>
      <h3 title={facet.by}>
        {title === undefined ? (
          <code className="ellipsis">{facet.by}</code>
        ) : (
          <span className="ellipsis">{title}</span>
        )}
      </h3>
      <ul>
        {facet.values.map((value) => (
          <FacetLine
            key={String(value.value)}
            {...{ facet, value, most, isSure }}
            level={props.level}
            where={props.where}
            onWhere={props.onWhere}
          />
        ))}
      </ul>
      {facet.more > 0 ? <p className="muted">and {formatCount(facet.more)} other values</p> : null}
    </section>
  )
}

interface FacetLineProps extends Omit<FacetsPaneProps, 'counting'> {
  readonly facet: FacetCounts
  readonly value: FacetValue
  readonly most: number
  readonly isSure: boolean
}

function FacetLine({ facet, value, most, isSure, level, where, onWhere }: FacetLineProps) {
  const words = valueWords(level, facet.by, value.value, facet.ranges)
  const part = partOf(level, facet.by, value.value)
  const isOn = partsOf(where)?.includes(part) ?? false
  const count = `${formatCount(value.count)}${isSure ? '' : '…'}`
  return (
    <li className="facet-line">
      <button
        type="button"
        className="facet-value"
        aria-pressed={isOn}
        title={isOn ? `Take off: ${part}` : `Only this: ${part}`}
        onClick={() => onWhere(togglePart(where, part))}
      >
        <span className="facet-bar" style={{ width: `${(100 * value.count) / most}%` }} />
        <span className="facet-word ellipsis">{words}</span>
        <span className="muted numbers">{count}</span>
      </button>
      <button
        type="button"
        className="icon-button facet-not"
        aria-label={`Not ${words}`}
        title={`Not this: ${notPart(part)}`}
        onClick={() => onWhere(togglePart(where, notPart(part)))}
      >
        ≠
      </button>
    </li>
  )
}
