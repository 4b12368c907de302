import { useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { useCheckServer, useServerKey } from '../../api/servers.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

interface ServerProps {
  /** Of the model behind the address. */
  readonly name: string
}

/** What can be done with a model behind an address: ask its server what it is, and give the key for it. */
export function ServerActs({ name }: ServerProps) {
  const check = useCheckServer()
  const [isKeyShown, setKeyShown] = useState(false)
  return (
    <div className="server-acts">
      <div className="dialog-acts">
        <Button
          hint="Asks the server what it is, and for one token"
          aria-disabled={check.isPending || undefined}
          aria-label={`Check the server of ${name}`}
          onClick={() => {
            if (!check.isPending) check.mutate(name)
          }}
        >
          {check.isPending ? 'Checking …' : 'Check'}
        </Button>
        <Button
          aria-expanded={isKeyShown}
          aria-label={`Key for the server of ${name}`}
          onClick={() => setKeyShown(!isKeyShown)}
        >
          Key…
        </Button>
      </div>
      <p role="status" className={check.error === null ? 'muted' : 'model-reason'}>
        {check.error === null ? check.data?.text : errorText(check.error)}
      </p>
      {isKeyShown ? <KeyForm name={name} /> : null}
    </div>
  )
}

function KeyForm({ name }: ServerProps) {
  const [key, setKey] = useState('')
  const give = useServerKey()
  const keep = (given: string | null): void => {
    give.mutate({ name, key: given })
    setKey('')
  }
  const { data, error, variables } = give
  const isForgotten = variables?.key === null
  return (
    <form
      className="server-key"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') keep(key.trim())
      }}
    >
      <TextField
        label="Key that the server wants"
        type="password"
        autoComplete="off"
        mono
        value={key}
        data-autofocus
        error={error === null ? null : errorText(error)}
        onChange={({ target }) => setKey(target.value)}
      />
      <div className="dialog-acts">
        <Button type="submit" disabled={key.trim() === '' || give.isPending}>
          Keep
        </Button>
        <Button disabled={give.isPending} onClick={() => keep(null)}>
          Forget
        </Button>
      </div>
      <p role="status" className="muted">
        {data === undefined
          ? ''
          : isForgotten
            ? `The key for ${data.origin} is forgotten.`
            : `The key for ${data.origin} is kept. ${data.keptHow}`}
      </p>
    </form>
  )
}
