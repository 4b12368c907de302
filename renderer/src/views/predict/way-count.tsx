import { formatCount } from '../../../../shared/base/words.ts'
import type { Desk } from './use-desk.ts'

/** How many steps a way has, and how many of those that were predicted are wrong. */
export function WayCount({ desk }: { desk: Desk }) {
  const told = desk.verdicts.filter((verdict) => verdict !== null)
  const wrong = told.filter((verdict) => verdict === 'mismatch' || verdict === 'unparseable').length
  const of = formatCount(desk.branch.actions.length)
  return (
    <span className="muted numbers ellipsis">
      {told.length === 0
        ? of
        : `${of} · ${formatCount(wrong)} of ${formatCount(told.length)} wrong`}
    </span>
  )
}
