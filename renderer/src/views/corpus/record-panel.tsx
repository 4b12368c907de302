import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { useJob } from '../../api/jobs.ts'
import { useFindTrace, useRecord } from '../../api/traces.ts'
import { useAtom } from '../../state/atom.ts'
import { openView } from '../../state/place.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { JobCard } from '../jobs/job-card.tsx'
import {
  corpusFilterAtom,
  corpusSortAtom,
  recordDraftAtom,
  type StartedRecording,
  startedRecordingAtom,
} from './corpus-state.ts'
import { checkRecord, type RecordDraft } from './record-draft.ts'

/** A form that records one program, and the job it started. The draft stays after a recording, to be changed. */
export function RecordPanel({ onClose }: { onClose: () => void }) {
  const draft = useAtom(recordDraftAtom)
  const started = useAtom(startedRecordingAtom)
  const [tried, setTried] = useState(false)
  const record = useRecord()
  const checked = checkRecord(draft)
  const submit = (): void => {
    setTried(true)
    const { request } = checked
    if (request === null || record.isPending) return
    const { source } = request
    const program = source.from === 'programs' ? (source.programs[0]?.name ?? null) : null
    record.mutate(request, { onSuccess: (job) => startedRecordingAtom.set({ job, program }) })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <section className="record-panel" aria-label="Record a program" onKeyDown={onKeyDown}>
      <header className="panel-head">
        <h2>Record a program</h2>
        <div className="spacer" />
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <RecordFields
          draft={draft}
          onDraft={recordDraftAtom.set}
          errors={tried ? checked.errors : {}}
        />
        <Button
          type="submit"
          tone="primary"
          // A disabled button would lose the keyboard focus.
          aria-disabled={record.isPending || undefined}
          hint="Ctrl+Enter"
        >
          Record
        </Button>
        {record.error === null ? null : (
          <p className="field-error" role="alert">
            {errorText(record.error)}
          </p>
        )}
      </form>
      {started === null ? null : <StartedJob {...started} />}
    </section>
  )
}

interface RecordFieldsProps {
  readonly draft: RecordDraft
  readonly onDraft: (draft: RecordDraft) => void
  readonly errors: Partial<Record<keyof RecordDraft, string>>
}

const SOURCES = [
  { value: 'programs', text: 'Code' },
  { value: 'path', text: 'File or folder' },
] as const

function RecordFields({ draft, onDraft, errors }: RecordFieldsProps) {
  const field = (key: keyof RecordDraft) => ({
    value: draft[key],
    error: errors[key] ?? null,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onDraft({ ...draft, [key]: event.target.value }),
  })
  const { from } = draft
  return (
    <>
      <Segmented
        label="What to record"
        value={from}
        options={SOURCES}
        onValue={(next) => onDraft({ ...draft, from: next })}
      />
      {from === 'programs' ? (
        <>
          <TextArea label="Python code" mono rows={12} autoFocus {...field('code')} />
          <FileButton onFile={(name, code) => onDraft({ ...draft, name, code })} />
        </>
      ) : (
        <TextField
          label="Path"
          mono
          autoFocus
          hint="A .py file, a folder of them, or a JSONL of programs, where the workbench runs."
          {...field('path')}
        />
      )}
      <TextField
        label="Call to record"
        mono
        placeholder="f([3, 1, 2])"
        hint={CALL_HINTS[from]}
        {...field('entry')}
      />
      {from === 'programs' ? (
        <TextField label="Name" placeholder="from the code" {...field('name')} />
      ) : null}
      <div className="form-row">
        <TextField label="Most events" inputMode="numeric" {...field('maxSteps')} />
        <TextField label="Most seconds" inputMode="decimal" {...field('seconds')} />
      </div>
    </>
  )
}

const CALL_HINTS = {
  programs:
    'A call of one of its functions. Left empty, the whole program is recorded as a script.',
  path: 'The same call for every program. Left empty, each one keeps its own.',
} as const

function FileButton({ onFile }: { onFile: (name: string, code: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    if (file !== undefined) onFile(file.name, await file.text())
    event.target.value = ''
  }
  return (
    <div>
      <Button icon="folder" onClick={() => input.current?.click()}>
        Open a file…
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".py,text/x-python"
        aria-label="Python file"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
    </div>
  )
}

function StartedJob({ job, program }: StartedRecording) {
  const { data } = useJob(job)
  const find = useFindTrace()
  if (data === undefined) return null
  const open = (name: string): void =>
    find.mutate(name, {
      onSuccess: (row) => row !== null && openView('trace', { trace: row.trace }),
    })
  const showNewest = (): void => {
    corpusFilterAtom.set('')
    corpusSortAtom.set({ column: 'recordedAt', descending: true })
  }
  return (
    <div className="started">
      <JobCard job={data} />
      {data.state !== 'done' ? null : program === null ? (
        <Button onClick={showNewest}>Show the newest first</Button>
      ) : (
        <Button tone="primary" icon="trace" disabled={find.isPending} onClick={() => open(program)}>
          Open the trace
        </Button>
      )}
      {find.data === null ? (
        <p className="field-error">No trace of {program} was recorded.</p>
      ) : null}
    </div>
  )
}
