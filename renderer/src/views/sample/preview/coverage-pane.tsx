import type { ReactNode } from 'react'
import { formatCount, formatNoun } from '../../../../../shared/base/words.ts'
import { setFocus } from '../../../state/place.ts'
import { Choice } from '../../../ui/choice.tsx'
import { percent } from '../policy/percent.ts'
import type { Coverage } from './coverage.ts'
import type { TriedChange } from './policy-changes.ts'
import { COVERAGE_COUNTS } from './preview-state.ts'
import { PREVIEWED } from './use-preview.ts'

interface CoveragePaneProps {
  readonly coverage: Coverage
  /** Coverage of the policy beside it, and what both are called. */
  readonly other: {
    readonly coverage: Coverage
    readonly paths: number
    readonly sides: readonly [string, string]
  } | null
  /** Paths that reach it. */
  readonly paths: number
  /** Paths that are asked for. */
  readonly count: number
  readonly onCount: (count: number) => void
  /** Changes that were tried; null while they are. */
  readonly changes: readonly TriedChange[] | null
  readonly onTake: (change: TriedChange) => void
}

/** Calls listed; the rest is counted. */
const LISTED = 6

function Share({ words, part }: { words: string; part: Coverage['states'] }) {
  return (
    <tr>
      <th scope="row">{words}</th>
      <td>
        <span className="count-bar one" aria-hidden="true">
          <span style={{ width: `${part.all === 0 ? 0 : (100 * part.reached) / part.all}%` }} />
        </span>
      </td>
      <td className="numbers">{`${formatCount(part.reached)} of ${formatCount(part.all)}`}</td>
      <td className="numbers muted">{part.all === 0 ? '–' : percent(part.reached / part.all)}</td>
    </tr>
  )
}

function Shares({
  title,
  coverage,
  by,
}: {
  title: string
  coverage: Pick<Coverage, 'states' | 'lines'>
  by: ReactNode
}) {
  return (
    <table className="count-bars coverage-shares">
      <caption>
        {title} <span className="muted">by {by}</span>
      </caption>
      <tbody>
        <Share words="states" part={coverage.states} />
        <Share words="distinct lines" part={coverage.lines} />
      </tbody>
    </table>
  )
}

/** The counts to choose from, and beside them the count that is told now, while it is another. */
function CountChoice({
  paths,
  count,
  onCount,
}: Pick<CoveragePaneProps, 'paths' | 'count' | 'onCount'>) {
  const isOnItsWay = paths !== count && count > PREVIEWED
  return (
    <>
      <Choice
        label="Paths that coverage is told by"
        value={String(count)}
        options={COVERAGE_COUNTS.map((one) => ({
          value: String(one),
          text: formatNoun(one, 'path'),
        }))}
        onValue={(value) => onCount(Number(value))}
      />
      {isOnItsWay ? ` (so far ${formatNoun(paths, 'path')})` : null}
    </>
  )
}

function Changes({ changes, onTake }: Pick<CoveragePaneProps, 'changes' | 'onTake'>) {
  if (changes === null) return <p className="muted">Trying changes of the policy…</p>
  if (changes.length === 0) {
    return <p className="muted">None of the changes that were tried enters one of them.</p>
  }
  return (
    <>
      <p className="rule-part">
        Tried with the same seed and {formatNoun(PREVIEWED, 'path')}, these enter:
      </p>
      <ul className="change-list">
        {changes.map((change) => (
          <li key={change.words}>
            <span>
              {formatCount(change.enters.length)} with {change.words}
            </span>
            <button
              type="button"
              className="text-button"
              aria-label={`Take: ${change.words}`}
              onClick={() => onTake(change)}
            >
              Take
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How much of the tree the paths reach, what they never enter, and which change of the policy would. */
export function CoveragePane(props: CoveragePaneProps) {
  const { coverage, other, changes, onTake } = props
  const { states, lines, unreached } = coverage
  const left = Math.max(0, unreached.length - LISTED)
  return (
    <section className="coverage" aria-label="Coverage">
      <Shares
        title={other === null ? 'Coverage' : `Coverage of ${other.sides[0]}`}
        coverage={{ states, lines }}
        by={<CountChoice {...props} />}
      />
      {other === null ? null : (
        <Shares
          title={`Coverage of ${other.sides[1]}`}
          coverage={other.coverage}
          by={formatNoun(other.paths, 'path')}
        />
      )}
      {unreached.length === 0 ? (
        <p className="muted">Every call is entered by some path.</p>
      ) : (
        <>
          <p className="rule-part">
            Never entered: {formatNoun(unreached.length, 'call')} with all they call
          </p>
          <ul className="unreached-list">
            {unreached.slice(0, LISTED).map((one) => (
              <li key={one.seq}>
                <button
                  type="button"
                  className="text-button"
                  onClick={() => setFocus({ step: one.seq + 1 })}
                >
                  {one.function}
                </button>
                <span className="muted numbers">
                  {`events ${formatCount(one.seq + 1)} to ${formatCount(one.close)}`}
                </span>
              </li>
            ))}
            {left === 0 ? null : (
              <li className="muted numbers">{`and ${formatCount(left)} more`}</li>
            )}
          </ul>
          <Changes changes={changes} onTake={onTake} />
        </>
      )}
    </section>
  )
}
