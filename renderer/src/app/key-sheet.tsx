import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { type KeyGroup, showKey, useKeySheet } from '../ui/keys.ts'

/** Keys of the parts that every view is made of; they work where the keyboard focus is. */
const PARTS: readonly KeyGroup[] = [
  {
    scope: 'In a table',
    rows: [
      { keys: ['ArrowUp', 'ArrowDown'], description: 'Move by a row' },
      { keys: ['PageUp', 'PageDown'], description: 'Move by a page' },
      { keys: ['Home', 'End'], description: 'First and last row' },
      { keys: ['Enter'], description: 'Open the row' },
    ],
  },
  {
    scope: 'On a column header',
    rows: [
      { keys: ['ArrowLeft', 'ArrowRight'], description: 'Other column' },
      { keys: ['Enter'], description: 'Sort by it' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], description: 'Narrower, wider' },
    ],
  },
  {
    scope: 'In the state tree',
    rows: [
      { keys: ['ArrowUp', 'ArrowDown'], description: 'Move by a row' },
      { keys: ['ArrowRight'], description: 'Expand, or go in' },
      { keys: ['ArrowLeft'], description: 'Collapse, or go out' },
      { keys: ['*'], description: 'Expand every state on the level' },
      { keys: ['Enter'], description: 'Step into' },
    ],
  },
  {
    scope: 'On the strip of the whole trace',
    rows: [
      { keys: ['ArrowLeft', 'ArrowRight'], description: 'One step' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], description: 'Ten steps' },
      { keys: ['Mod+ArrowLeft', 'Mod+ArrowRight'], description: 'A hundred steps' },
      { keys: ['Home', 'End'], description: 'First state, exit' },
      { keys: ['w', 's'], description: 'Zoom in and out, as Ctrl and the wheel do' },
      { keys: ['a', 'd'], description: 'Left and right while zoomed in' },
      { keys: ['f'], description: 'Centre, and pressed again fit the whole trace' },
      { keys: ['0'], description: 'Fit the whole trace' },
      { keys: [' '], description: 'Play and pause' },
      { keys: ['-', '='], description: 'Slower and faster' },
      { keys: ['[', ']'], description: 'Loop from here, loop up to here' },
      { keys: ['m'], description: 'Mark the moment, or take the mark off' },
      { keys: ['M'], description: 'Mark it for good' },
      { keys: ['PageUp', 'PageDown'], description: 'Mark before and after' },
    ],
  },
  {
    scope: 'In the source',
    rows: [{ keys: ['ArrowUp', 'ArrowDown'], description: 'Choose the line to run to' }],
  },
  {
    scope: 'In the list of breakpoints',
    rows: [
      { keys: ['ArrowUp', 'ArrowDown'], description: 'Move by a breakpoint' },
      { keys: [' '], description: 'Switch it on or off' },
      { keys: ['Enter'], description: 'Change it' },
      { keys: ['Delete'], description: 'Remove it' },
      { keys: ['Escape'], description: 'Close the list' },
    ],
  },
  {
    scope: 'On a divider',
    rows: [
      { keys: ['ArrowLeft', 'ArrowRight'], description: 'Move it' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], description: 'Move it further' },
    ],
  },
]

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
        {[...groups, ...PARTS].map(({ scope, rows }) => (
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
