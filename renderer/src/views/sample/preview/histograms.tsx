import { formatNoun } from '../../../../../shared/base/words.ts'
import { type BarRow, CountBars } from '../../../ui/count-bars.tsx'
import type { Count, PathCounts } from './path-counts.ts'

interface HistogramsProps {
  readonly counts: PathCounts
  /** Of the policy beside it, with the names of both. */
  readonly other: { readonly counts: PathCounts; readonly sides: readonly [string, string] } | null
}

function rowsOf(own: readonly Count[], other: readonly Count[] | undefined): readonly BarRow[] {
  if (other === undefined) return own
  const names = [...new Set([...own, ...other].map(({ name }) => name))]
  const countIn = (list: readonly Count[], name: string): number =>
    list.find((one) => one.name === name)?.count ?? 0
  return names.map((name) => ({ name, count: countIn(own, name), other: countIn(other, name) }))
}

const PARTS = [
  ['actions', 'Actions'],
  ['events', 'Events'],
  ['lengths', 'Length in actions'],
  ['tokens', 'Length in tokens, about'],
  ['horizons', 'States a jump leaves out'],
  ['ends', 'Exits'],
] as const

/** What the sampled paths are made of; with another policy beside it, how the two differ. */
export function Histograms({ counts, other }: HistogramsProps) {
  return (
    <>
      {PARTS.filter(([part]) => counts[part].length > 0).map(([part, title]) => (
        <CountBars
          key={part}
          title={title}
          rows={rowsOf(counts[part], other?.counts[part])}
          {...(other === null ? {} : { sides: other.sides })}
          {...(part === 'actions' && other === null
            ? {
                note: `${formatNoun(counts.steps, 'action')}, ${formatNoun(counts.resampled, 'time', 'times')} drawn again`,
              }
            : {})}
        />
      ))}
    </>
  )
}
