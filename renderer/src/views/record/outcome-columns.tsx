import { formatCount } from '../../../../shared/base/words.ts'
import type { MadeProgram } from '../../api/made-programs.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/grid-types.ts'
import { outcomeOf } from './outcome.ts'

function OutcomeMark({ made }: { made: MadeProgram }) {
  const { tone, word } = outcomeOf(made)
  return tone === 'neutral' ? (
    <span className="muted">{word}</span>
  ) : (
    <Badge tone={tone}>{word}</Badge>
  )
}

/** Characters at the end of a name that are never cut off: paths of one folder differ there. */
const TAIL = 14

function ProgramName({ name }: { name: string }) {
  return (
    <span className="program-name">
      <span>{name.slice(0, -TAIL)}</span>
      <span>{name.slice(-TAIL)}</span>
    </span>
  )
}

export const OUTCOME_COLUMNS: readonly GridColumn<MadeProgram>[] = [
  {
    id: 'number',
    header: '#',
    about: 'In the order in which the programs came to their end',
    width: 68,
    align: 'end',
    cell: ({ index }) => <span className="muted">{formatCount(index + 1)}</span>,
  },
  {
    id: 'program',
    header: 'Program',
    width: 150,
    grow: true,
    cell: ({ program }) => <ProgramName name={program} />,
    hint: ({ program }) => program,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 136,
    cell: (made) => <OutcomeMark made={made} />,
    hint: (made) => outcomeOf(made).sentence || undefined,
  },
  {
    id: 'events',
    header: 'Events',
    width: 76,
    align: 'end',
    cell: ({ events, trace, recording }) =>
      trace === null || recording ? <span className="zero">–</span> : formatCount(events),
  },
  {
    id: 'sentence',
    header: 'What happened',
    width: 300,
    grow: true,
    cell: (made) => outcomeOf(made).sentence,
    hint: (made) => outcomeOf(made).sentence || undefined,
  },
]
