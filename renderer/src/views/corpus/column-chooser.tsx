import { useId, useState } from 'react'
import { parseColumn } from '../../../../shared/query/check.ts'
import { completionsAt } from '../../../../shared/query/complete.ts'
import type { Level } from '../../../../shared/query/things.ts'
import { useAtom } from '../../state/atom.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { levelColumnsAtom } from './corpus-state.ts'
import { LEVEL_INFO } from './levels.ts'

const MOST_COLUMNS = 40

/** Which columns a level shows: names or any expression, each to take off or to move. */
export function ColumnChooser({ level }: { level: Level }) {
  const id = useId()
  const atom = levelColumnsAtom(level)
  const columns = useAtom(atom)
  const move = (at: number, to: number): void => {
    const next = [...columns]
    const [column] = next.splice(at, 1)
    if (column !== undefined) next.splice(to, 0, column)
    atom.set(next)
  }
  return (
    <>
      <button type="button" className="text-button" popoverTarget={id}>
        Columns
      </button>
      <div id={id} popover="auto" className="filter-help column-chooser">
        <h3>Columns of {LEVEL_INFO[level].plural}</h3>
        <ol>
          {columns.map((column, at) => (
            <li key={column}>
              <code className="ellipsis" title={column}>
                {column}
              </code>
              <button
                type="button"
                className="icon-button"
                aria-label={`Move ${column} to the left`}
                title="To the left"
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                ←
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Move ${column} to the right`}
                title="To the right"
                disabled={at === columns.length - 1}
                onClick={() => move(at, at + 1)}
              >
                →
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Take off ${column}`}
                title={columns.length === 1 ? 'One column has to stay' : 'Take off'}
                disabled={columns.length === 1}
                onClick={() => atom.set(columns.filter((one) => one !== column))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
        <NewColumn
          level={level}
          columns={columns}
          onAdd={(column) => atom.set([...columns, column])}
        />
        <button
          type="button"
          className="text-button"
          onClick={() => atom.set(LEVEL_INFO[level].columns)}
        >
          As at first
        </button>
      </div>
    </>
  )
}

interface NewColumnProps {
  readonly level: Level
  readonly columns: readonly string[]
  readonly onAdd: (column: string) => void
}

function problemOf({ level, columns }: Omit<NewColumnProps, 'onAdd'>, text: string): string | null {
  if (text === '') return null
  if (columns.includes(text)) return 'That column is shown already.'
  if (columns.length >= MOST_COLUMNS) return `${MOST_COLUMNS} columns is the most.`
  const parsed = parseColumn(text, level)
  return parsed.ok ? null : parsed.error.message
}

function NewColumn({ level, columns, onAdd }: NewColumnProps) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const problem = problemOf({ level, columns }, text)
  const list = useId()
  const names = completionsAt('', 0, level).items.filter((item) => !item.text.endsWith('('))
  return (
    <form
      className="new-column"
      onSubmit={(event) => {
        event.preventDefault()
        if (text === '' || problem !== null) return
        onAdd(text)
        setTyped('')
      }}
    >
      <TextField
        label="New column"
        mono
        placeholder="a name, or  max(s.depth for s in steps)"
        list={list}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {names.map((item) => (
          <option key={item.text} value={item.text} />
        ))}
      </datalist>
      <Button type="submit" disabled={text === '' || problem !== null}>
        Add
      </Button>
    </form>
  )
}
