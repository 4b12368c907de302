import { useState } from 'react'
import type { EngineRow, NewModel } from '../../../../shared/contract/models.ts'
import { errorText } from '../../api/errors.ts'
import { useAddModel, useEngines, useRemoveModel } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { closeOverlay } from '../../state/overlay.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalActs, SelfTest } from './local-acts.tsx'
import { engineAtom } from './predict-state.ts'
import { ServerActs } from './server-acts.tsx'
import { ServerFields } from './server-fields.tsx'

const KIND_WORDS: Readonly<Record<EngineRow['kind'], string>> = {
  baseline: 'baseline',
  local: 'on this machine',
  remote: 'behind an address',
}

type Settings = NonNullable<NewModel['server']>

interface RowProps {
  readonly engine: EngineRow
  readonly isChosen: boolean
  readonly onRemove: () => void
}

/** A kind of model that this build lacks is listed too, by what it would be. */
function isKindAlone({ name }: EngineRow): boolean {
  return name.startsWith('a ')
}

function ModelRow({ engine, isChosen, onRemove }: RowProps) {
  const { name, kind, about, mark, reason } = engine
  const isOwn = kind !== 'baseline' && !isKindAlone(engine)
  return (
    <li className={isChosen ? 'model-row chosen' : 'model-row'} data-model={name}>
      <div className="model-head">
        <strong>{name}</strong>
        <Badge>{KIND_WORDS[kind]}</Badge>
        {mark === null ? null : <Badge tone="warning">no model</Badge>}
        {isChosen ? <Badge tone="active">chosen</Badge> : null}
        <span className="spacer" />
        <Button
          aria-disabled={reason !== null || isChosen || undefined}
          hint={reason ?? (isChosen ? 'This one is chosen.' : undefined)}
          onClick={() => {
            if (reason === null) engineAtom.set(name)
          }}
        >
          Use
        </Button>
        {isOwn ? (
          <Button hint="Takes it off the list; its files stay where they are" onClick={onRemove}>
            Remove
          </Button>
        ) : null}
      </div>
      <p className="muted">{about}</p>
      {mark === null ? null : <p className="muted">Stands by every value: {mark}.</p>}
      {reason === null ? null : <p className="model-reason">Cannot be used: {reason}</p>}
      {kind === 'remote' && isOwn ? <ServerActs name={name} /> : null}
      {kind === 'local' && isOwn ? <LocalActs name={name} /> : null}
    </li>
  )
}

/** A name for a folder or an address: its last part. */
function nameOf(place: string): string {
  const part =
    place
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  return part.replace(/[^\w.@+:-]/g, '-').replace(/^[^A-Za-z0-9]+/, '')
}

function AddModel() {
  const [place, setPlace] = useState('')
  const [name, setName] = useState('')
  const [server, setServer] = useState<Settings>({})
  const isServer = place.includes('://')
  const add = useAddModel()
  const given = name === '' ? nameOf(place) : name
  const submit = (): void => {
    add.mutate(
      { name: given, place: place.trim(), server: isServer ? server : null },
      {
        onSuccess: (added) => {
          setPlace('')
          setName('')
          setServer({})
          if (added.reason === null) engineAtom.set(added.name)
        },
      },
    )
  }
  return (
    <form
      className="add-model"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3>Add a model</h3>
      <TextField
        label="Folder of this machine, or address of a completions server"
        mono
        value={place}
        placeholder="/models/my-model or http://127.0.0.1:8000"
        error={add.error === null ? null : errorText(add.error)}
        onChange={({ target }) => {
          add.reset()
          setPlace(target.value)
        }}
      />
      <TextField
        label="Name"
        mono
        value={name}
        placeholder={nameOf(place)}
        onChange={({ target }) => setName(target.value)}
      />
      {isServer ? <ServerFields settings={server} onSettings={setServer} /> : null}
      <div className="dialog-acts">
        <Button
          type="submit"
          tone="primary"
          disabled={place.trim() === '' || given === '' || add.isPending}
          hint={place.trim() === '' ? 'Name a folder or an address first.' : undefined}
        >
          Add
        </Button>
      </div>
    </form>
  )
}

/** Every model there is, why one cannot be used, and a way to add another. */
export function ModelsDialog() {
  const { data: engines = [], error } = useEngines()
  const chosen = useAtom(engineAtom)
  const remove = useRemoveModel()
  return (
    <Dialog
      label="Models"
      className="models-dialog"
      onClose={closeOverlay}
      header={<span className="spacer" />}
    >
      {error === null ? null : <p className="field-error">{errorText(error)}</p>}
      <ul className="model-list">
        {engines.map((engine) => (
          <ModelRow
            key={engine.name}
            engine={engine}
            isChosen={engine.name === chosen}
            onRemove={() => {
              if (engine.name === chosen) engineAtom.set(null)
              remove.mutate(engine.name)
            }}
          />
        ))}
      </ul>
      {remove.error === null ? null : <p className="field-error">{errorText(remove.error)}</p>}
      <AddModel />
      <SelfTest />
    </Dialog>
  )
}
