import { formatNoun } from '../../../../shared/base/words.ts'
import { joinParts, partsOf } from '../../../../shared/query/parts.ts'
import { useHost } from '../../api/host.ts'
import { useTraceCount } from '../../api/traces.ts'
import { openView } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { corpusFilterAtom } from './corpus-state.ts'

interface CorpusEmptyProps {
  readonly where: string
  /** Traces there are, whatever the query; null while it is not known. */
  readonly unfiltered: number | null
}

/** Why the table is empty: a new store, or a filter that keeps nothing. */
export function CorpusEmpty({ where, unfiltered }: CorpusEmptyProps) {
  const filtered = where !== '' && unfiltered !== null && unfiltered > 0
  const rest = joinParts((partsOf(where) ?? []).slice(0, -1))
  const before = useTraceCount(filtered ? rest : null)
  const host = useHost()
  if (!filtered && host?.readOnly) {
    return (
      <EmptyState text="This store holds no traces, and it is read-only: none can be recorded." />
    )
  }
  if (!filtered) {
    return (
      <EmptyState
        text="No traces yet. Record a program, or capture many from the command line."
        action={
          <Button tone="primary" icon="plus" onClick={() => openView('record')}>
            Record a program…
          </Button>
        }
        note={<code>npm run -s ndw -- trace programs.jsonl</code>}
      />
    )
  }
  const removed = before.data ?? 0
  return (
    <EmptyState
      text={
        removed > 0
          ? `No trace matches. The last condition removed all ${formatNoun(removed, 'trace')} that were left.`
          : 'No trace matches.'
      }
      action={
        <Button onClick={() => corpusFilterAtom.set(rest)}>
          {rest === '' ? 'Clear the filter' : 'Remove the last condition'}
        </Button>
      }
    />
  )
}
