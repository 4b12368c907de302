import { useMemo, useState } from 'react'
import { closeOverlay, openOverlay } from '../state/overlay.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { CommandInfo } from '../ui/command-list.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextField } from '../ui/field.tsx'
import { KeyList } from '../ui/key-list.tsx'
import { showKey } from '../ui/key-notation.ts'
import { useCommands } from '../ui/keys.ts'

interface KeyRow {
  readonly keys: readonly string[]
  readonly description: string
}

interface KeyGroup {
  readonly scope: string
  readonly rows: readonly KeyRow[]
}

/** Keys that a part of the page has wherever it stands. */
interface Part extends KeyGroup {
  /** What the part is in the page. */
  readonly selector: string
}

/** Keys of the parts that every view is made of; they work where the keyboard focus is. */
const PARTS: readonly Part[] = [
  {
    scope: 'In a table',
    selector: '[role="grid"]',
    rows: [
      { keys: ['ArrowUp', 'ArrowDown'], description: 'Move by a row' },
      { keys: ['PageUp', 'PageDown'], description: 'Move by a page' },
      { keys: ['Home', 'End'], description: 'First and last row' },
      { keys: ['Enter'], description: 'Open the row' },
      { keys: ['Mod+Enter'], description: 'Open it in a second tab, in the corpus' },
    ],
  },
  {
    scope: 'Choosing rows of a table',
    selector: '[role="grid"][aria-multiselectable="true"]',
    rows: [
      { keys: [' '], description: 'Choose the row, or no longer' },
      { keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], description: 'Choose the rows up to there' },
      { keys: ['Mod+a'], description: 'Choose every row that matches' },
      { keys: ['Escape'], description: 'Choose none' },
    ],
  },
  {
    scope: 'On a column header',
    selector: '[role="columnheader"]',
    rows: [
      { keys: ['ArrowLeft', 'ArrowRight'], description: 'Other column' },
      { keys: ['Enter'], description: 'Sort by it' },
      { keys: ['Shift+Enter'], description: 'Sort by it too, after the others' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], description: 'Narrower, wider' },
      { keys: ['Mod+Shift+ArrowLeft', 'Mod+Shift+ArrowRight'], description: 'Move the column' },
      { keys: ['p'], description: 'Pin it at the left, or no longer' },
      { keys: ['Shift+F10'], description: 'What can be done with it' },
    ],
  },
  {
    scope: 'In the state tree',
    selector: '.state-tree',
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
    selector: '.depth-strip',
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
    selector: '.code-view',
    rows: [{ keys: ['ArrowUp', 'ArrowDown'], description: 'Choose the line to run to' }],
  },
  {
    scope: 'In the list of breakpoints',
    selector: '.breakpoints',
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
    selector: '[role="separator"]',
    rows: [
      { keys: ['ArrowLeft', 'ArrowRight'], description: 'Move it' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], description: 'Move it further' },
      { keys: ['Enter'], description: 'Its first place' },
    ],
  },
]

const EVERYWHERE = 'Everywhere'

interface Placed extends KeyGroup {
  /** What has the focus comes first, what works everywhere last but for parts that do not have it. */
  readonly rank: number
}

const RANKS = { part: 0, pane: 1, view: 2, everywhere: 3, elsewhere: 4 } as const

function rankOf({ scope, pane }: CommandInfo, focused: Element): number {
  if (scope === EVERYWHERE) return RANKS.everywhere
  return pane?.contains(focused) === true ? RANKS.pane : RANKS.view
}

/** Every key that works now, in groups: of the focused part and pane first, then of the view, then the others. */
function groupsOf(commands: readonly CommandInfo[], focused: Element): readonly Placed[] {
  const groups = new Map<string, { scope: string; rank: number; rows: KeyRow[] }>()
  for (const command of commands) {
    if (!command.bound || command.keys.length === 0) continue
    const { scope, keys, description } = command
    const rank = rankOf(command, focused)
    const group = groups.get(scope) ?? { scope, rank, rows: [] }
    groups.set(scope, group)
    group.rank = Math.min(group.rank, rank)
    group.rows.push({ keys, description })
  }
  const parts = PARTS.map((part) => ({
    ...part,
    rank: focused.closest(part.selector) === null ? RANKS.elsewhere : RANKS.part,
  }))
  return [...groups.values(), ...parts].sort((a, b) => a.rank - b.rank)
}

/** The rows that hold every word: in what they do, their keys or where they work. */
function filterGroups(groups: readonly Placed[], text: string): readonly Placed[] {
  const words = text.toLowerCase().split(/\s+/)
  return groups.flatMap((group) => {
    const rows = group.rows.filter(({ description, keys }) => {
      const whole = `${group.scope} ${description} ${keys.map(showKey).join(' ')}`.toLowerCase()
      return words.every((word) => whole.includes(word))
    })
    return rows.length === 0 ? [] : { ...group, rows }
  })
}

function Group({ group, first }: { group: Placed; first: boolean }) {
  const { scope, rows, rank } = group
  return (
    <section>
      <h3>
        {scope}
        {first && rank <= RANKS.pane ? <Badge tone="active">has the focus</Badge> : null}
      </h3>
      <dl>
        {rows.map(({ keys, description }) => (
          <div key={description}>
            <dt>{description}</dt>
            <dd>
              <KeyList keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Every key that works now, grouped by where it works; those of what has the focus come first. */
export function KeySheet() {
  const commands = useCommands()
  // What has the focus before the dialog takes it.
  const [focused] = useState(() => document.activeElement ?? document.body)
  const [text, setText] = useState('')
  const all = useMemo(() => groupsOf(commands, focused), [commands, focused])
  const groups = filterGroups(all, text.trim())
  return (
    <Dialog
      label="Keys"
      className="key-sheet"
      onClose={closeOverlay}
      header={
        <>
          <TextField
            label="Search the keys"
            labelHidden
            type="search"
            placeholder="Search, for example  step  or  Shift"
            data-autofocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button onClick={() => openOverlay({ name: 'keys' })}>Change the keys…</Button>
        </>
      }
    >
      {groups.length === 0 ? (
        <EmptyState text="No key that works here does this. The palette finds every command." />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <section className="key-groups" tabIndex={0} aria-label="Keys by where they work">
          {groups.map((group, index) => (
            <Group key={group.scope} group={group} first={index === 0} />
          ))}
        </section>
      )}
    </Dialog>
  )
}
