import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { keyWords } from '../../ui/command-hint.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { MORE_FIELDS } from './choice-words.ts'
import { EngineField } from './engine-field.tsx'
import { FIRST_LIMITS } from './limits.ts'
import { LimitInput, MoreChoices } from './more-choices.tsx'
import { ProbeResult } from './probe-result.tsx'
import { SourceFields } from './source-fields.tsx'
import { type Recording, useRecording } from './use-recording.ts'

/** A field that is wrong, or a sentence that belongs to none; only a field takes the focus. */
const WRONG = '[aria-invalid="true"], [role="alert"]'

const RECORD_COMMANDS = declareCommands('Record', 'in the Record view', {
  'record.record': { keys: ['Mod+Enter'], description: 'Record' },
  'record.probe': { keys: ['Mod+Shift+Enter'], description: 'Probe' },
})

/** What to record and how. The draft stays after a recording, to be changed. */
export function RecordForm() {
  const recording = useRecording()
  const { draft, onDraft, errors, engines, enginesFailure } = recording
  const part = { draft, onDraft, errors }
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { act, badTries } = useActs(recording)
  const isWrongInside = Object.keys(errors).some((name) => MORE_FIELDS.has(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try that failed shows what is wrong
  useEffect(() => {
    if (badTries === 0) return
    if (isWrongInside) setOpen(true)
    // A field inside "More choices" takes the focus only once that is open.
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>(WRONG)
      wrong?.focus({ preventScroll: true })
      // What is wrong is said under the field.
      const whole = wrong?.closest('.field') ?? wrong
      whole?.scrollIntoView({ block: 'nearest' })
    })
  }, [badTries])
  return (
    <section className="record-form" aria-label="Record programs">
      <header className="panel-head">
        <h2>Record programs</h2>
      </header>
      <form
        ref={form}
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          act(recording.record)
        }}
      >
        <SourceFields {...part} />
        <EngineField {...part} engines={engines} failure={enginesFailure} />
        <div className="form-row">
          {FIRST_LIMITS.map((name) => (
            <LimitInput key={name} name={name} {...part} />
          ))}
        </div>
        <MoreChoices {...part} open={open} onOpen={setOpen} />
        <FormActions recording={recording} onProbe={() => act(recording.probe)} />
      </form>
    </section>
  )
}

/** Runs an act and counts those that a field kept from starting; Ctrl+Enter records from anywhere in the view. */
function useActs(recording: Recording) {
  const [badTries, setBadTries] = useState(0)
  const act = (run: () => boolean): void => {
    if (!run()) setBadTries((count) => count + 1)
  }
  const latest = useLatest((name: 'record' | 'probe') => act(recording[name]))
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { ...RECORD_COMMANDS['record.record'], run: () => latest('record') },
      { ...RECORD_COMMANDS['record.probe'], run: () => latest('probe') },
    ],
    [latest],
  )
  useKeys('Record', bindings)
  return { act, badTries }
}

interface FormActionsProps {
  readonly recording: Recording
  readonly onProbe: () => void
}

/** Always in sight below the fields, with what the services refused and what a probe said. */
function FormActions({ recording, onProbe }: FormActionsProps) {
  const { busy, blocked, refusal, asked, errors } = recording
  const wrong = Object.keys(errors).length
  const keysOf = useKeysOf()
  const shownKeys = (id: keyof typeof RECORD_COMMANDS): string =>
    keyWords(keysOf(RECORD_COMMANDS[id]))
  return (
    <div className="record-actions">
      {refusal === null ? null : (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
      <ProbeResult asked={asked} />
      <div className="record-row">
        <Button
          type="submit"
          tone="primary"
          disabled={blocked !== null}
          // A disabled button would lose the keyboard focus.
          aria-disabled={busy || undefined}
          hint={blocked ?? shownKeys('record.record')}
        >
          Record
        </Button>
        <Button
          disabled={blocked !== null}
          aria-disabled={busy || undefined}
          hint={
            blocked ??
            `Runs the first program for a second and says how large its trace would become; keeps nothing (${shownKeys('record.probe')})`
          }
          onClick={onProbe}
        >
          Probe
        </Button>
        {wrong === 0 ? null : (
          <span className="field-error">
            {wrong === 1 ? 'One field needs a look.' : `${wrong} fields need a look.`}
          </span>
        )}
      </div>
    </div>
  )
}
