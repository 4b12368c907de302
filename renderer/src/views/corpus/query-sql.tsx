import { useId, useState } from 'react'
import type { Level } from '../../../../shared/query/things.ts'
import { useCorpusSql } from '../../api/corpus.ts'
import { errorText } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'

/** The SQL that a query is answered with, to read and to copy. */
export function QuerySql({ level, where }: { level: Level; where: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useCorpusSql(level, isOpen ? where : null)
  return (
    <>
      <button type="button" className="text-button" title="The query as SQL" popoverTarget={id}>
        SQL
      </button>
      <div
        id={id}
        popover="auto"
        className="filter-help query-sql"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <h3>The query as SQL</h3>
        {error === null ? <pre>{data ?? '…'}</pre> : <p className="error">{errorText(error)}</p>}
        <p className="muted">
          To read and to copy; the store can be opened by any SQLite program, but fold() and the
          value functions are the workbench’s own.
        </p>
        <Button
          disabled={data === undefined}
          onClick={() => void navigator.clipboard.writeText(data ?? '')}
        >
          Copy
        </Button>
      </div>
    </>
  )
}
