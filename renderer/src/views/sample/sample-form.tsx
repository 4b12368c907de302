import { useId, useState } from 'react'
import type { SampleRequest } from '../../../../shared/contract/trajectories.ts'
import { DIRECTIONS, type Direction } from '../../../../shared/trajectory/types.ts'
import { useTraceRows } from '../../api/traces.ts'
import { usePolicies } from '../../api/trajectories.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { formatNoun } from '../../ui/format.ts'

/** What the form holds: text as typed, so that a half-typed number stays what it is. */
export interface SampleDraft {
  readonly scope: 'trace' | 'filter'
  readonly where: string
  readonly policy: string
  readonly seed: string
  readonly count: string
  readonly direction: Direction
  readonly entry: string
}

export const FIRST_DRAFT: SampleDraft = {
  scope: 'trace',
  where: '',
  policy: 'paper-mix',
  seed: '1',
  count: '10',
  direction: 'forward',
  entry: '',
}

interface Checked {
  readonly request: SampleRequest | null
  readonly seedError: string | null
  readonly countError: string | null
}

function wholeNumber(text: string, most: number): number | null {
  if (!/^\d{1,16}$/.test(text.trim())) return null
  const value = Number(text)
  return Number.isSafeInteger(value) && value <= most ? value : null
}

/** The request a draft stands for, or what is wrong with it in words. */
export function checkDraft(draft: SampleDraft, trace: string | null): Checked {
  const seed = wholeNumber(draft.seed, Number.MAX_SAFE_INTEGER)
  const count = wholeNumber(draft.count, 100_000)
  const seedError = seed === null ? 'A seed is a whole number, 0 or more.' : null
  const countError =
    count === null || count === 0 ? 'The count is a whole number from 1 to 100,000.' : null
  if (seed === null || count === null || countError !== null) {
    return { request: null, seedError, countError }
  }
  const one = draft.scope === 'trace' && trace !== null
  const entry = draft.entry.trim()
  const { policy, direction } = draft
  return {
    request: {
      trace: one ? trace : null,
      where: one ? '' : draft.where,
      policy,
      seed,
      count,
      direction,
      entry: entry === '' ? null : entry,
    },
    seedError,
    countError,
  }
}

interface SampleFormProps {
  readonly draft: SampleDraft
  readonly onDraft: (draft: SampleDraft) => void
  /** Trace in focus, and its program's name. */
  readonly trace: string | null
  readonly program: string | null
  readonly busy: boolean
  readonly onSample: (request: SampleRequest) => void
  /** Why nothing can be sampled now; null when it can. */
  readonly blocked: string | null
}

function ScopeFields({ draft, onDraft, trace, program }: SampleFormProps) {
  const name = useId()
  const scope = trace === null ? 'filter' : draft.scope
  const all = useTraceRows(scope === 'filter' ? draft.where : '', null)
  const count = all.latest === null ? '…' : formatNoun(all.latest.total, 'trace')
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
        <TextField
          label="Filter of traces"
          labelHidden
          mono
          placeholder="empty keeps all, e.g. exit:normal"
          value={draft.where}
          error={all.error?.message ?? null}
          hint={all.error === null ? `keeps ${count}` : undefined}
          onChange={(event) => onDraft({ ...draft, where: event.target.value })}
        />
      )}
    </fieldset>
  )
}

function PolicyFields({ draft, onDraft }: SampleFormProps) {
  const policies = usePolicies()
  const known = policies.data ?? []
  const policy = known.find(({ name }) => name === draft.policy)
  const directions = policy?.directions ?? DIRECTIONS
  return (
    <>
      <Select
        label="Policy"
        value={draft.policy}
        options={(known.length === 0 ? [{ name: draft.policy }] : known).map(({ name }) => ({
          value: name,
          text: name,
        }))}
        error={policies.error?.message ?? null}
        hint={policy?.about}
        onChange={(event) => onDraft({ ...draft, policy: event.target.value })}
      />
      <Select
        label="Direction"
        value={draft.direction}
        options={directions.map((direction) => ({
          value: direction,
          text: direction === 'forward' ? 'forward' : 'inverse: backwards in time',
        }))}
        onChange={(event) => onDraft({ ...draft, direction: event.target.value as Direction })}
      />
    </>
  )
}

/** How trajectories are drawn: from what, by which policy, with which seed, how many. */
export function SampleForm(props: SampleFormProps) {
  const { draft, onDraft, trace, busy, onSample, blocked } = props
  const { request, seedError, countError } = checkDraft(draft, trace)
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
      <PolicyFields {...props} />
      <div className="field-pair">
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
      </div>
      <TextField
        label="Entry function (optional)"
        mono
        placeholder="whole trace"
        value={draft.entry}
        hint="Start each trajectory at a call of this function instead of the root."
        onChange={(event) => onDraft({ ...draft, entry: event.target.value })}
      />
      <Button
        tone="primary"
        type="submit"
        disabled={busy || blocked !== null}
        hint={blocked ?? (busy ? 'A sampling job is running.' : undefined)}
      >
        Sample
      </Button>
    </form>
  )
}
