import { type FormEvent, useState } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import { EXPORT_FORMATS, type ExportRequest } from '../../../../shared/contract/exports.ts'
import { CODECS } from '../../../../shared/grammar/codecs.ts'
import { useDebounced } from '../../api/debounced.ts'
import { errorText, fieldError } from '../../api/errors.ts'
import { useStartExport, useSuggestedFolder } from '../../api/exports.ts'
import { useHost, usePickFolder } from '../../api/host.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useTrajectoryCount } from '../../api/trajectories.ts'
import { createAtom, useAtom } from '../../state/atom.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { QueryField } from '../../ui/query-field.tsx'
import { QueryHelp } from '../common/query-help.tsx'
import { JobCard } from '../jobs/job-card.tsx'

/** Which trajectories to export; the Sample and Label views may set it before they open this one. */
export const exportFilterAtom = createAtom('labelled')
const FORMAT_WORDS = { jsonl: 'JSON lines' } as const

/** What to export and where to; the export it started is shown below it. */
export function ExportForm() {
  const where = useDebounced(useAtom(exportFilterAtom).trim())
  const count = useTrajectoryCount(where)
  const [written, setWritten] = useState(FIRST_FORMS)
  const folder = useFolder()
  const start = useStartExport()
  const [job, setJob] = useState<string | null>(null)
  const running = useJob(job).data
  const matching = count.error === null ? (count.data ?? null) : null
  const blocked = useBlocked(matching, folder.path)
  const busy = start.isPending || (running !== undefined && isActive(running.state))
  const request: ExportRequest = { ...written, directory: folder.path, where }
  const [tried, setTried] = useState('')
  // What went wrong was said of what was asked then, and goes with the next change.
  const isTried = tried === JSON.stringify(request)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (blocked !== null || busy) return
    setTried(JSON.stringify(request))
    setJob(null)
    start.mutate(request, { onSuccess: setJob })
  }
  return (
    <section className="export-form" aria-label="New export">
      <header className="panel-head">
        <h2>Export trajectories</h2>
      </header>
      <form className="form" onSubmit={submit}>
        <FilterField matching={matching} error={fieldError(count.error)} />
        <FormFields written={written} onWritten={setWritten} />
        <FolderField {...folder} />
        <Button
          type="submit"
          tone="primary"
          icon="export"
          disabled={blocked !== null}
          // A disabled button would lose the keyboard focus.
          aria-disabled={busy || undefined}
          hint={blocked ?? undefined}
        >
          {matching === null ? 'Export' : `Export ${countTrajectories(matching)}`}
        </Button>
        {start.error === null || !isTried ? null : (
          <p className="field-error" role="alert">
            {errorText(start.error)}
          </p>
        )}
      </form>
      {running === undefined || (running.state === 'failed' && !isTried) ? null : (
        <div className="started">
          <JobCard job={running} />
        </div>
      )}
    </section>
  )
}

function countTrajectories(count: number): string {
  return formatNoun(count, 'trajectory', 'trajectories')
}

/** `matching` is null while it is counted, and while the filter is wrong. */
function FilterField({ matching, error }: { matching: number | null; error: string | null }) {
  const text = useAtom(exportFilterAtom)
  return (
    <div className="filter-field">
      <QueryField
        label="Query"
        level="trajectory"
        placeholder="every trajectory"
        value={text}
        error={error}
        hint={<MatchCount count={matching} />}
        onValue={exportFilterAtom.set}
      />
      <QueryHelp level="trajectory" />
    </div>
  )
}

type Written = Pick<ExportRequest, 'format' | 'codec'>
const FIRST_FORMS: Written = { format: 'jsonl', codec: CODECS[0]?.id ?? '' }

interface FormFieldsProps {
  readonly written: Written
  readonly onWritten: (written: Written) => void
}

function FormFields({ written, onWritten }: FormFieldsProps) {
  return (
    <div className="form-row">
      <Select
        label="Format"
        value={written.format}
        options={EXPORT_FORMATS.map((value) => ({ value, text: FORMAT_WORDS[value] }))}
        onChange={(event) =>
          onWritten({ ...written, format: event.target.value as Written['format'] })
        }
      />
      <Select
        label="Codec"
        value={written.codec}
        options={CODECS.map(({ id }) => ({ value: id, text: id }))}
        onChange={(event) => onWritten({ ...written, codec: event.target.value })}
      />
    </div>
  )
}

function MatchCount({ count }: { count: number | null }) {
  if (count === null) return null
  return (
    <span data-testid="export-count">
      {count === 0
        ? 'No trajectory matches.'
        : `${countTrajectories(count)} ${count === 1 ? 'matches' : 'match'}.`}
    </span>
  )
}

/** Why nothing can be exported now, in words; null when it can. */
function useBlocked(count: number | null, path: string): string | null {
  const host = useHost()
  if (host?.readOnly) return 'This store is read-only.'
  if (count === null) return 'The filter is not understood.'
  if (count === 0) return 'No trajectory matches the filter.'
  if (path.trim() === '') return 'Choose a folder first.'
  return null
}

interface FolderChoice {
  readonly path: string
  readonly onPath: (path: string | null) => void
}

/** The folder typed or picked, or the suggested one while none was. */
function useFolder(): FolderChoice {
  const [typed, setTyped] = useState<string | null>(null)
  const suggested = useSuggestedFolder()
  return { path: typed ?? suggested.data ?? '', onPath: setTyped }
}

function FolderField({ path, onPath }: FolderChoice) {
  const host = useHost()
  const pick = usePickFolder()
  return (
    <div className="folder-field">
      <TextField
        label="Folder"
        mono
        value={path}
        error={fieldError(pick.error)}
        hint="A folder that does not exist yet, or is empty."
        onChange={(event) => onPath(event.target.value)}
      />
      {host?.capabilities.pickFolder ? (
        <Button
          icon="folder"
          onClick={() =>
            pick.mutate(undefined, { onSuccess: (picked) => picked && onPath(picked) })
          }
        >
          Choose…
        </Button>
      ) : null}
    </div>
  )
}
