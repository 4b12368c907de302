import { type FormEvent, useState } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type { EngineRow } from '../../../../shared/contract/models.ts'
import { codecIds, readableCodec } from '../../../../shared/grammar/codecs.ts'
import { SUITES } from '../../../../shared/model/course.ts'
import { useSavedViews } from '../../api/corpus.ts'
import { useDebounced } from '../../api/debounced.ts'
import { errorText, fieldError } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { useStartRun } from '../../api/runs.ts'
import { useEngines } from '../../api/stepping.ts'
import { useTrajectoryCount } from '../../api/trajectories.ts'
import { changePlace } from '../../state/evaluate-place.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { QueryField } from '../../ui/query-field.tsx'
import { QueryHelp } from '../common/query-help.tsx'
import { draftAtom, type RunDraft, startedJobAtom } from './evaluate-state.ts'
import { askedOf, seedError } from './run-draft.ts'
import { setText } from './run-words.ts'

const SUITE_WORDS = {
  'next-state': 'Each step follows the real ones.',
  horizon: 'Predicted states are fed back.',
} as const

/** The engine that plants errors, whose rates can be set. */
const WITH_FAULTS = 'replay-with-faults'

function change(patch: Partial<RunDraft>): void {
  draftAtom.set((draft) => (draft === null ? null : { ...draft, ...patch }))
}

/** The draft with an engine, the first that can be used where none was chosen, and a codec that it reads. */
function useFilled(draft: RunDraft): { draft: RunDraft; engines: readonly EngineRow[] } {
  const engines = useEngines().data ?? []
  const usable = engines.filter(({ reason }) => reason === null)
  const model = draft.model ?? usable.at(-1)?.name ?? null
  const codec = readableCodec(draft.codec, engines.find(({ name }) => name === model)?.codecs)
  return { draft: { ...draft, model, codec }, engines }
}

/** What is asked of a new run: an engine, a suite, a set; how many it is of is said before it starts. */
export function NewRun({ draft: given }: { draft: RunDraft }) {
  const { draft, engines } = useFilled(given)
  const start = useStartRun()
  const host = useHost()
  const [tried, setTried] = useState(false)
  const asked = askedOf(draft)
  const chosen = engines.find(({ name }) => name === draft.model)
  const count = useSetCount(draft)
  const blocked =
    host?.readOnly === true
      ? 'This store is read-only.'
      : (chosen?.reason ?? (count.data === 0 ? 'The set is empty.' : null))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if ('reason' in asked || blocked !== null || start.isPending) return
    start.mutate(asked.asked, {
      onSuccess: (job) => {
        startedJobAtom.set(job)
        changePlace({ tab: 'predictions' })
        draftAtom.set(null)
      },
    })
  }
  return (
    <Dialog
      label="New run"
      className="new-run"
      header={<span className="spacer" />}
      onClose={() => draftAtom.set(null)}
    >
      <form className="form" onSubmit={submit}>
        <EngineFields draft={draft} engines={engines} chosen={chosen} />
        <div className="form-row">
          <Select
            label="Suite"
            value={draft.suite}
            options={SUITES.map((value) => ({ value, text: value }))}
            hint={SUITE_WORDS[draft.suite]}
            onChange={({ target }) => change({ suite: target.value as RunDraft['suite'] })}
          />
          <Select
            label="Codec"
            value={draft.codec}
            options={codecIds(chosen?.codecs).map((id) => ({ value: id, text: id }))}
            onChange={({ target }) => change({ codec: target.value })}
          />
          <TextField
            label="Seed"
            inputMode="numeric"
            value={draft.seed}
            error={tried ? seedError(draft.seed) : null}
            onChange={({ target }) => change({ seed: target.value })}
          />
        </div>
        <SetFields draft={draft} count={count} />
        <div className="form-acts">
          <Button
            type="submit"
            tone="primary"
            disabled={blocked !== null || 'reason' in asked}
            // A disabled button would lose the keyboard focus.
            aria-disabled={start.isPending || undefined}
            hint={blocked ?? ('reason' in asked ? asked.reason : undefined)}
          >
            {count.data === undefined ? 'Start' : `Start on ${countText(count.data)}`}
          </Button>
          <span className="muted">The same request goes on where an earlier run was stopped.</span>
        </div>
        {start.error === null ? null : (
          <p className="field-error" role="alert">
            {errorText(start.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function countText(count: number): string {
  return formatNoun(count, 'trajectory', 'trajectories')
}

interface EngineFieldsProps {
  readonly draft: RunDraft
  readonly engines: readonly EngineRow[]
  readonly chosen: EngineRow | undefined
}

function EngineFields({ draft, engines, chosen }: EngineFieldsProps) {
  return (
    <>
      <Select
        label="Engine"
        data-autofocus
        value={draft.model ?? ''}
        options={engines.map(({ name, reason }) => ({
          value: name,
          text: reason === null ? name : `${name} – cannot be used`,
        }))}
        onChange={({ target }) => change({ model: target.value })}
        hint={
          chosen === undefined ? undefined : (
            <>
              {chosen.mark === null ? null : <Badge tone="warning">no model</Badge>}{' '}
              {chosen.reason ?? chosen.about}
            </>
          )
        }
      />
      {chosen?.kind === 'local' ? (
        <Select
          label="Answers"
          value={draft.isFree ? 'free' : 'held'}
          options={[
            { value: 'held', text: 'held to the codec: every one can be read' },
            { value: 'free', text: 'free: as the model writes them' },
          ]}
          onChange={({ target }) => change({ isFree: target.value === 'free' })}
        />
      ) : null}
      {draft.model === WITH_FAULTS ? (
        <TextField
          label="Planted errors"
          mono
          placeholder="wrong_value=0.1,malformed=0.02"
          value={draft.faults}
          hint="A rate for each error class; empty for the rates it has by itself."
          onChange={({ target }) => change({ faults: target.value })}
        />
      ) : null}
    </>
  )
}

/** The trajectories that the set holds now; of a run's own set they are known. */
function useSetCount(draft: RunDraft) {
  const { data: views = [] } = useSavedViews()
  const view = views.find(({ name }) => name === draft.view)
  return useTrajectoryCount(useDebounced((view?.where ?? draft.where).trim()))
}

const OWN_QUERY = ''

function SetFields({ draft, count }: { draft: RunDraft; count: ReturnType<typeof useSetCount> }) {
  const { data: views = [] } = useSavedViews()
  const named = views.filter(({ level }) => level === 'trajectory')
  const found = count.data === undefined ? undefined : `${countText(count.data)} now`
  if (draft.like !== null) {
    return (
      <p className="like-set">
        <span>
          The set of run {draft.like}: {setText(draft)}
        </span>
        <button type="button" className="text-button" onClick={() => change({ like: null })}>
          Choose another set
        </button>
      </p>
    )
  }
  return (
    <>
      <Select
        label="Set"
        value={draft.view ?? OWN_QUERY}
        options={[
          { value: OWN_QUERY, text: 'a query' },
          ...named.map(({ name }) => ({ value: name, text: `saved view: ${name}` })),
        ]}
        hint={draft.view === null ? undefined : found}
        onChange={({ target }) =>
          change({ view: target.value === OWN_QUERY ? null : target.value })
        }
      />
      {draft.view === null ? (
        <div className="filter-field">
          <QueryField
            label="Query of trajectories"
            level="trajectory"
            placeholder="every trajectory"
            value={draft.where}
            error={fieldError(count.error)}
            hint={found}
            onValue={(where) => change({ where })}
          />
          <QueryHelp level="trajectory" />
        </div>
      ) : null}
    </>
  )
}
