import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { showKey, useKeySheet } from '../ui/keys.ts'

/** Every key that works now, grouped by where it works. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const groups = useKeySheet()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog key-sheet" aria-label="Keys" onClose={onClose}>
      <header>
        <h2>Keys</h2>
        <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <div className="key-groups">
        {groups.map(({ scope, rows }) => (
          <section key={scope}>
            <h3>{scope}</h3>
            <dl>
              {rows.map(({ keys, description }) => (
                <div key={description}>
                  <dt>{description}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{showKey(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  )
}
