import { formatCount } from '../../../shared/base/words.ts'

export interface BarRow {
  readonly name: string
  readonly count: number
  /** Of what it is compared with. */
  readonly other?: number
}

interface CountBarsProps {
  readonly title: string
  readonly rows: readonly BarRow[]
  /** What both are called where there is another. */
  readonly sides?: readonly [string, string]
  readonly note?: string
}

function shareText(count: number, total: number): string {
  if (total === 0) return '–'
  const share = (100 * count) / total
  return `${share < 10 ? share.toFixed(1).replace(/\.0$/, '') : Math.round(share)} %`
}

/** The difference of two shares in points of percent, with its sign. */
function pointsText(a: number, b: number): string {
  const points = Math.round((b - a) * 1000) / 10
  if (points === 0) return '='
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}`
}

function Bar({ share, side }: { share: number; side: 'one' | 'other' }) {
  return (
    <span className={`count-bar ${side}`} aria-hidden="true">
      <span style={{ width: `${100 * share}%` }} />
    </span>
  )
}

/** Counts under names as bars, each with its number; beside another set with the difference in points of percent. */
export function CountBars({ title, rows, sides, note }: CountBarsProps) {
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const otherTotal = rows.reduce((sum, { other = 0 }) => sum + other, 0)
  const compared = sides !== undefined
  return (
    <table className={compared ? 'count-bars two-sided' : 'count-bars'}>
      <caption>
        {title}
        {note === undefined ? null : <span className="muted"> {note}</span>}
      </caption>
      {/* The hidden heading would make the columns equal: it is what a fixed layout measures first. */}
      <colgroup>
        <col className="bar-name" />
        <col />
        <col className="bar-figure" />
        <col className="bar-figure" />
        {compared ? <col className="bar-figure" /> : null}
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Bar</th>
          <th scope="col">{sides?.[0] ?? 'Count'}</th>
          <th scope="col">{sides?.[1] ?? 'Share'}</th>
          {compared ? <th scope="col">Difference in points</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, other = 0 }) => {
          const share = total === 0 ? 0 : count / total
          const otherShare = otherTotal === 0 ? 0 : other / otherTotal
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Bar share={share} side="one" />
                {compared ? <Bar share={otherShare} side="other" /> : null}
              </td>
              <td className="numbers">{compared ? shareText(count, total) : formatCount(count)}</td>
              <td className="numbers muted">
                {compared ? shareText(other, otherTotal) : shareText(count, total)}
              </td>
              {compared ? (
                <td className="numbers">
                  {total === 0 || otherTotal === 0 ? '–' : pointsText(share, otherShare)}
                </td>
              ) : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
