import { useMemo, useRef } from 'react'
import type { TraceImportFormat } from '../../../../shared/contract/trace-files.ts'
import { fieldError } from '../../api/errors.ts'
import { useImportTraces } from '../../api/trace-files.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { useKeys } from '../../ui/keys.ts'
import { FileForm, FilePopover } from '../common/file-act.tsx'
import { chosenJobAtom } from './record-state.ts'

const COMMAND = declareCommands('Record', 'in the Record view', {
  'record.import': { keys: [], description: 'Import traces from a file' },
})['record.import']

const FORMATS = [
  { value: 'jsonl', text: 'JSON lines' },
  { value: 'cwm', text: 'CWM text' },
  { value: 'pytutor', text: 'Python Tutor' },
] as const

const ABOUT: Readonly<Record<TraceImportFormat, string>> = {
  jsonl: 'Traces that a workbench wrote: all of each.',
  cwm: 'Traces in the format of Code World Model, as text or a line of JSON each.',
  pytutor: 'The JSON of Python Tutor’s logger, one run a file or a line.',
}

/** Reads traces of a file; what became of each is listed as a recording’s programs are. */
export function ImportTraces() {
  const button = useRef<HTMLButtonElement>(null)
  useKeys(
    'Record',
    useMemo(() => [{ ...COMMAND, run: () => button.current?.click() }], []),
  )
  const show = (job: string): void => {
    chosenJobAtom.set(job)
    // It closes what it opened.
    button.current?.click()
    button.current?.focus()
  }
  return (
    <FilePopover text="Import…" title="Import traces" buttonRef={button}>
      <ImportForm onStarted={show} />
    </FilePopover>
  )
}

function ImportForm({ onStarted }: { readonly onStarted: (job: string) => void }) {
  const read = useImportTraces()
  return (
    <FileForm
      formats={FORMATS}
      about={ABOUT}
      suggested={() => ''}
      act="Import"
      hint="A file where the workbench runs. Each trace is taken whole or refused with the line and the reason."
      busy={read.isPending}
      error={fieldError(read.error)}
      onChange={read.reset}
      onAct={(format, path) => read.mutate({ format, path }, { onSuccess: onStarted })}
    />
  )
}
