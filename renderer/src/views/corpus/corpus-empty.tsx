import type { MouseEvent } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { withoutLast } from '../../../../shared/query/parts.ts'
import { useCorpusCount } from '../../api/corpus.ts'
import { useHost } from '../../api/host.ts'
import { openView } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { levelFilterAtom } from './corpus-state.ts'
import { LEVEL_INFO } from './level-columns.ts'

interface CorpusEmptyProps {
  readonly level: Level
  readonly where: string
  /** The query that now stands cannot be read; `where` is the last one that could. */
  readonly refused: boolean
}

/** Why the table is empty: nothing was recorded or sampled yet, or the query keeps nothing. */
export function CorpusEmpty({ level, where, refused }: CorpusEmptyProps) {
  if (where === '') return <NothingYet level={level} />
  if (refused)
    return <EmptyState text={`No ${level} matched the last query that was understood.`} />
  return <NothingKept {...{ level, where }} />
}

function NothingYet({ level }: { level: Level }) {
  const host = useHost()
  const { plural } = LEVEL_INFO[level]
  const isSampled = level === 'trajectory'
  if (host?.readOnly) {
    const done = isSampled ? 'sampled' : 'recorded'
    return (
      <EmptyState
        text={`This store holds no ${plural}, and it is read-only: none can be ${done}.`}
      />
    )
  }
  if (isSampled) {
    return (
      <EmptyState
        text="No trajectories yet. Sample some from a trace, or from every trace on the command line."
        action={
          <Button tone="primary" onClick={() => openView('sample')}>
            Sample trajectories…
          </Button>
        }
        note={<code>npm run -s ndw -- sample --all --policy paper-mix --seed 1 --count 10</code>}
      />
    )
  }
  return (
    <EmptyState
      text={`No ${plural} yet. Record a program, or capture many from the command line.`}
      action={
        <Button tone="primary" icon="plus" onClick={() => openView('record')}>
          Record a program…
        </Button>
      }
      note={<code>npm run -s ndw -- trace programs.jsonl</code>}
    />
  )
}

/** What the last condition took away, as far as it is counted. */
function removedText(level: Level, count: ReturnType<typeof useCorpusCount>['count']): string {
  if (count === null || count.matched === 0) return `No ${level} matches.`
  const removed = formatNoun(count.matched, level, LEVEL_INFO[level].plural)
  const which = count.complete ? 'that were left' : 'looked at so far'
  return `No ${level} matches. The last condition removed all ${removed} ${which}.`
}

function NothingKept({ level, where }: Omit<CorpusEmptyProps, 'refused'>) {
  const rest = withoutLast(where)
  const { count, stale } = useCorpusCount(level, rest, [])
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    // The button goes with what it says; the rows that come have the keys.
    currentTarget.closest<HTMLElement>('[role="grid"]')?.focus()
    levelFilterAtom(level).set(rest)
  }
  return (
    <EmptyState
      text={removedText(level, stale ? null : count)}
      action={
        <Button tone="primary" onClick={onClick}>
          {rest === '' ? 'Clear the filter' : 'Remove the last condition'}
        </Button>
      }
    />
  )
}
