import { type ChangeEvent, useRef, useState } from 'react'
import { formatBytes, formatNoun } from '../../../../shared/base/words.ts'
import { fieldError } from '../../api/errors.ts'
import { useHost, usePickFolder } from '../../api/host.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { callProps, type FormPart, textProps } from './field-props.ts'
import { readFolder, readPicked } from './opened-files.ts'
import type { OpenedFile, RecordDraft, Source } from './record-draft.ts'

const SOURCE_OPTIONS = [
  { value: 'code', text: 'Code' },
  { value: 'files', text: 'Opened files' },
  { value: 'path', text: 'File or folder' },
  { value: 'tests', text: 'Tests' },
] as const

const CALL_HINTS: Readonly<Record<Exclude<Source, 'tests'>, string>> = {
  code: 'Left empty, the whole program is recorded as a script.',
  files: 'The same call for every file. Left empty, each one is recorded as a script.',
  path: 'The same call for every program. Left empty, each one keeps its own.',
}

/** What is recorded: code, opened files or a path; the call; what the program reads. */
export function SourceFields(props: FormPart) {
  const { draft, onDraft } = props
  const { from } = draft
  return (
    <>
      <Segmented
        label="What to record"
        value={from}
        options={SOURCE_OPTIONS}
        // Only a Python of the user's has the packages that tests need.
        onValue={(from) =>
          onDraft({ ...draft, from, engine: from === 'tests' ? 'cpython' : draft.engine })
        }
      />
      {from === 'code' ? <CodeFields {...props} /> : null}
      {from === 'files' ? <FileFields {...props} /> : null}
      {from === 'path' ? <PathField {...props} /> : null}
      {from === 'tests' ? (
        <TextField
          label="Tests"
          mono
          autoFocus
          placeholder="/path/to/tests/test_a.py::test_b"
          hint="One test, a file or a folder of them, where the workbench runs. pytest runs each with the packages of the Python below; it can read these and its project. All of the project’s own code that it reaches is recorded. To list the tests may take 120 seconds, or the most seconds below where those are more."
          {...textProps(props, 'test')}
        />
      ) : null}
      {from === 'tests' ? null : (
        <TextField
          label="Call to record"
          mono
          placeholder="f([3, 1, 2])"
          hint={CALL_HINTS[from]}
          {...callProps(props)}
        />
      )}
      {from === 'path' || from === 'tests' ? null : (
        <TextArea
          label="Standard input"
          mono
          rows={1}
          placeholder="nothing"
          hint={from === 'files' ? 'Every file reads the same.' : undefined}
          {...textProps(props, 'stdin')}
        />
      )}
    </>
  )
}

function CodeFields(props: FormPart) {
  const { draft, onDraft } = props
  // One file can still be changed as text; several stay files.
  const take = (files: readonly OpenedFile[]): void => {
    const [first] = files
    if (files.length > 1) onDraft({ ...draft, from: 'files', files })
    else if (first !== undefined) onDraft({ ...draft, name: first.name, code: first.code })
  }
  return (
    <>
      <TextArea label="Python code" mono rows={8} autoFocus {...textProps(props, 'code')} />
      <div className="record-row">
        <PickFiles text="Open files…" onFiles={take} />
        <TextField
          label="Name"
          labelHidden
          placeholder="name: from the code"
          {...textProps(props, 'name')}
        />
      </div>
    </>
  )
}

function FileFields({ draft, onDraft, errors }: FormPart) {
  const { files } = draft
  const bytes = files.reduce((sum, { code }) => sum + code.length, 0)
  const setFiles = (next: readonly OpenedFile[]): void => onDraft({ ...draft, files: next })
  return (
    <div className="field">
      <div className="record-row">
        <PickFiles
          text={files.length === 0 ? 'Open files…' : 'Open others…'}
          autoFocus
          onFiles={setFiles}
        />
        <PickFiles text="Open a folder…" isFolder onFiles={setFiles} />
        <span className="muted numbers">
          {files.length === 0
            ? '.py files, read by this page.'
            : `${formatNoun(files.length, 'program')}, ${formatBytes(bytes)}`}
        </span>
      </div>
      {errors.files === undefined ? null : (
        <p className="field-error" role="alert">
          {errors.files}
        </p>
      )}
      {files.length === 0 ? null : (
        <ul className="opened-files" aria-label="Opened files">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files of different folders may share a name
            <li key={`${file.name} ${index}`}>
              <code title={file.name}>{file.name}</code>
              <span className="muted numbers">{formatBytes(file.code.length)}</span>
              <IconButton
                icon="close"
                label={`Leave out ${file.name}`}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PickFilesProps {
  readonly text: string
  readonly autoFocus?: boolean
  /** Every .py file of a folder and of those in it. */
  readonly isFolder?: boolean
  readonly onFiles: (files: readonly OpenedFile[]) => void
}

/** A button that opens the browser's file picker; what is no Python text is told and left out. */
function PickFiles({ text, autoFocus = false, isFolder = false, onFiles }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const picked = [...(event.target.files ?? [])]
    event.target.value = ''
    if (picked.length === 0) return
    const result = await (isFolder ? readFolder(picked) : readPicked(picked))
    setRefused(result.refused)
    if (result.files.length > 0) onFiles(result.files)
  }
  return (
    <div className="pick-files">
      <Button icon="folder" autoFocus={autoFocus} onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        accept=".py,text/x-python"
        aria-label={isFolder ? 'Folder of Python files' : 'Python files'}
        {...(isFolder ? { webkitdirectory: '' } : {})}
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
      {refused.map((sentence) => (
        <p className="field-error" role="alert" key={sentence}>
          {sentence}
        </p>
      ))}
    </div>
  )
}

function PathField(props: FormPart) {
  const { draft, onDraft } = props
  const host = useHost()
  const pick = usePickFolder()
  const take = (path: string | null): void => {
    if (path !== null) onDraft({ ...draft, path } satisfies RecordDraft)
  }
  const field = textProps(props, 'path')
  return (
    <div className="folder-field">
      <TextField
        label="Path"
        mono
        autoFocus
        placeholder="/path/to/programs"
        hint="A .py file, a folder of them, or a .jsonl of programs, where the workbench runs."
        {...field}
        error={field.error ?? fieldError(pick.error)}
      />
      {host?.capabilities.pickFolder ? (
        <Button icon="folder" onClick={() => pick.mutate(undefined, { onSuccess: take })}>
          Choose folder…
        </Button>
      ) : null}
    </div>
  )
}
