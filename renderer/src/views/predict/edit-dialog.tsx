import { useState } from 'react'
import type { GivenState, StepSide } from '../../../../shared/contract/stepping.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

interface EditProps {
  /** The state that is changed, as it is known. */
  readonly side: StepSide
  readonly onDone: (given: GivenState) => void
  readonly onClose: () => void
}

type Entry = readonly [name: string, text: string]

function entriesOf({ known }: StepSide): readonly Entry[] {
  return (known?.variables ?? []).map(({ name, text }) => [name, text])
}

function argumentOf({ outcome }: StepSide): string | null {
  return outcome.kind === 'state' ? outcome.state.arg : null
}

/** The changed state; of a state that shows variables all that are known are told, so that nothing is left to guess. */
function givenOf(side: StepSide, entries: readonly Entry[], arg: string | null): GivenState | null {
  if (side.outcome.kind === 'exit') return null
  const { event, src } = side.outcome.state
  const omitted = side.known?.hasUnknown ?? true
  const told = entries.filter(([name]) => name !== '')
  const state = { event, src, locals: arg === null ? { omitted, entries: told } : null, arg }
  return { state, line: side.line?.number ?? null, edited: true }
}

function VariableFields({
  entries,
  onEntries,
}: {
  entries: readonly Entry[]
  onEntries: (entries: readonly Entry[]) => void
}) {
  const change = (at: number, entry: Entry): void =>
    onEntries(entries.map((one, index) => (index === at ? entry : one)))
  return (
    <>
      {entries.map(([name, text], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is written letter by letter
        <div className="edit-variable" key={at}>
          <TextField
            label={`Name ${at + 1}`}
            labelHidden
            mono
            value={name}
            onChange={({ target }) => change(at, [target.value, text])}
          />
          <TextField
            label={name === '' ? `Value ${at + 1}` : `Value of ${name}`}
            labelHidden
            mono
            value={text}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            onChange={({ target }) => change(at, [name, target.value])}
          />
          <Button onClick={() => onEntries(entries.filter((_, index) => index !== at))}>
            Remove
          </Button>
        </div>
      ))}
      <Button icon="plus" onClick={() => onEntries([...entries, ['', '']])}>
        Add a variable
      </Button>
    </>
  )
}

/** A name that is told twice is no state. */
function doubled(entries: readonly Entry[]): string | null {
  const names = entries.map(([name]) => name).filter((name) => name !== '')
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? null : `${twice} is there twice; give one of them another name.`
}

/** Changes a state by hand: what the model then says follows it, on a branch. */
export function EditDialog({ side, onDone, onClose }: EditProps) {
  const [entries, setEntries] = useState(() => entriesOf(side))
  const [arg, setArg] = useState(() => argumentOf(side))
  const problem = doubled(entries)
  const submit = (): void => {
    const given = givenOf(side, entries, arg)
    if (problem !== null || given === null) return
    onDone(given)
    onClose()
  }
  return (
    <Dialog
      label="Change this state by hand"
      className="edit-dialog"
      onClose={onClose}
      header={<span className="spacer" />}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="muted edit-note">
          Values as Python writes them. The model goes on from here on a branch; the original stays.
        </p>
        {arg === null ? (
          <VariableFields entries={entries} onEntries={setEntries} />
        ) : (
          <TextField
            label="Value"
            mono
            value={arg}
            data-autofocus
            onChange={({ target }) => setArg(target.value)}
          />
        )}
        {problem === null ? null : (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-acts">
          <Button tone="primary" type="submit" disabled={problem !== null}>
            Go on from here
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
