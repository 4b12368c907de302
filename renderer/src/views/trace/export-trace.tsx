import { useMemo, useRef, useState } from 'react'
import type { TraceExportRequest } from '../../../../shared/contract/trace-files.ts'
import { fieldError } from '../../api/errors.ts'
import { useSuggestedFolder } from '../../api/exports.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useExportTrace } from '../../api/trace-files.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { useKeys } from '../../ui/keys.ts'
import { FileForm, FilePopover } from '../common/file-act.tsx'
import { JobCard } from '../jobs/job-card.tsx'

type Format = TraceExportRequest['format']

const COMMAND = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.export': { keys: [], description: 'Write this trace to a file' },
})['trace.export']

const FORMATS = [
  { value: 'jsonl', text: 'JSON lines' },
  { value: 'perfetto', text: 'Perfetto' },
] as const

const ABOUT: Readonly<Record<Format, string>> = {
  jsonl: 'All of the trace and of the run’s other threads; an import makes the same trace of it.',
  perfetto: 'Calls as slices on a timeline, for ui.perfetto.dev and chrome://tracing.',
}

const ENDINGS: Readonly<Record<Format, string>> = { jsonl: 'jsonl', perfetto: 'perfetto.json' }

/** Writes one trace, with the other threads of its run, to a file. */
export function ExportTrace({ trace }: { readonly trace: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useKeys(
    'Trace',
    useMemo(() => [{ ...COMMAND, run: () => button.current?.click() }], []),
  )
  return (
    <FilePopover text="Export…" title="Export this trace" buttonRef={button}>
      <ExportForm trace={trace} />
    </FilePopover>
  )
}

function ExportForm({ trace }: { readonly trace: string }) {
  const write = useExportTrace()
  const [started, setStarted] = useState<string | null>(null)
  const job = useJob(started).data
  const exports = useSuggestedFolder().data?.replace(/[^/\\]+$/, '') ?? ''
  const forget = (): void => {
    write.reset()
    setStarted(null)
  }
  return (
    <>
      <FileForm
        formats={FORMATS}
        about={ABOUT}
        suggested={(format) => `${exports}${trace}.${ENDINGS[format]}`}
        act="Export"
        hint="A file that does not exist yet, where the workbench runs."
        busy={write.isPending || (job !== undefined && isActive(job.state))}
        error={fieldError(write.error)}
        onChange={forget}
        onAct={(format, path) => write.mutate({ trace, format, path }, { onSuccess: setStarted })}
      />
      {job === undefined ? null : <JobCard job={job} />}
    </>
  )
}
