import type { ReactNode } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { ShareRow } from '../../../../shared/contract/runs.ts'
import { percentText, rangeText } from './run-words.ts'

export interface NamedShare {
  readonly name: string
  readonly share: ShareRow
  /** Lists what the share is of. */
  readonly onOpen?: () => void
}

/** A share as a bar with its interval as a whisker. */
export function ShareBar({ share, interval }: Pick<ShareRow, 'share' | 'interval'>) {
  const [low, high] = interval ?? [null, null]
  return (
    <span className="share-bar" aria-hidden="true">
      <span className="share-fill" style={{ width: `${100 * (share ?? 0)}%` }} />
      {low === null || high === null ? null : (
        <span
          className="share-whisker"
          style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }}
        />
      )}
    </span>
  )
}

interface ShareTableProps {
  readonly title: string
  /** What the first column is of. */
  readonly heading: string
  readonly rows: readonly NamedShare[]
  readonly note?: ReactNode
}

/** How many are right under each name, with intervals. */
export function ShareTable({ title, heading, rows, note }: ShareTableProps) {
  return (
    <table className="share-table">
      <caption>
        {title}
        {note === undefined ? null : <span className="muted"> {note}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">
            <span className="visually-hidden">Bar</span>
          </th>
          <th scope="col" className="end">
            Right
          </th>
          <th scope="col" className="end">
            95 % interval
          </th>
          <th scope="col" className="end">
            Of
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, share, onOpen }) => (
          <tr key={name}>
            <th scope="row">
              {onOpen === undefined ? (
                name
              ) : (
                <button
                  type="button"
                  className="link"
                  title="List its predictions"
                  onClick={onOpen}
                >
                  {name}
                </button>
              )}
            </th>
            <td>
              <ShareBar {...share} />
            </td>
            <td className="numbers">{share.share === null ? '–' : percentText(share.share)}</td>
            <td className="numbers muted">
              {share.interval === null ? 'one program' : rangeText(share.interval)}
            </td>
            <td className="numbers">{formatCount(share.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
