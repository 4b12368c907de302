import { useId, useState } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import { useDebounced } from '../../api/debounced.ts'
import { fieldError } from '../../api/errors.ts'
import { useTraceRows } from '../../api/traces.ts'
import { useAtom } from '../../state/atom.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { QueryField } from '../../ui/query-field.tsx'
import { QueryHelp } from '../common/query-help.tsx'
import { corpusFilterAtom } from '../corpus/corpus-state.ts'
import { checkDraft, type DrawRequest, type SampleDraft, whereOf } from './sample-draft.ts'

interface SampleFormProps {
  readonly draft: SampleDraft
  readonly onDraft: (draft: SampleDraft) => void
  /** Trace in focus, and its program's name. */
  readonly trace: string | null
  readonly program: string | null
  readonly busy: boolean
  readonly onSample: (request: DrawRequest) => void
  /** Why nothing can be sampled now; null when it can. */
  readonly blocked: string | null
}

function ScopeFields({ draft, onDraft, trace, program }: SampleFormProps) {
  const name = useId()
  const scope = trace === null ? 'filter' : draft.scope
  const where = whereOf(draft, useAtom(corpusFilterAtom))
  const all = useTraceRows(useDebounced(scope === 'filter' ? where : ''), null)
  const count =
    all.latest === null || all.latest.total === null ? '…' : formatNoun(all.latest.total, 'trace')
  return (
    <fieldset className="sample-scope">
      <legend>Sample from</legend>
      <label title={program ?? undefined}>
        <input
          type="radio"
          name={name}
          checked={scope === 'trace'}
          disabled={trace === null}
          onChange={() => onDraft({ ...draft, scope: 'trace' })}
        />
        <span className="ellipsis">
          {program === null ? 'the trace in focus (none)' : `this trace: ${program}`}
        </span>
      </label>
      <label>
        <input
          type="radio"
          name={name}
          checked={scope === 'filter'}
          onChange={() => onDraft({ ...draft, scope: 'filter' })}
        />
        every trace that a filter keeps
      </label>
      {scope === 'trace' ? null : (
        <div className="filter-line">
          <QueryField
            label="Query of traces"
            labelHidden
            level="trace"
            placeholder={'empty keeps all, e.g. exit == "normal"'}
            value={where}
            error={fieldError(all.error)}
            hint={all.error === null ? `keeps ${count}` : undefined}
            onValue={(value) => onDraft({ ...draft, where: value })}
          />
          <QueryHelp level="trace" />
        </div>
      )}
    </fieldset>
  )
}

/** What trajectories are drawn from, with which seed, how many. */
export function SampleForm(props: SampleFormProps) {
  const { draft, onDraft, trace, busy, onSample, blocked } = props
  const corpusFilter = useAtom(corpusFilterAtom)
  const { request, seedError, countError } = checkDraft(draft, trace, corpusFilter)
  const [tried, setTried] = useState(false)
  return (
    <form
      className="sample-form"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (request !== null && !busy && blocked === null) onSample(request)
      }}
    >
      <ScopeFields {...props} />
      <div className="draw-line">
        <TextField
          label="Seed"
          inputMode="numeric"
          value={draft.seed}
          error={tried || draft.seed !== '' ? seedError : null}
          onChange={(event) => onDraft({ ...draft, seed: event.target.value })}
        />
        <TextField
          label="Count for each trace"
          inputMode="numeric"
          value={draft.count}
          error={tried || draft.count !== '' ? countError : null}
          onChange={(event) => onDraft({ ...draft, count: event.target.value })}
        />
        <Button
          tone="primary"
          type="submit"
          disabled={blocked !== null}
          // A disabled button would lose the keyboard focus.
          aria-disabled={busy || undefined}
          hint={blocked ?? (busy ? 'A sampling job is running.' : undefined)}
        >
          Sample
        </Button>
      </div>
    </form>
  )
}
