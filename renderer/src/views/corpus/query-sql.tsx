import { type RefObject, useId, useState } from 'react'
import { parseQuery } from '../../../../shared/query/check.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { readSql } from '../../../../shared/query/sql-face/read.ts'
import { writeSql } from '../../../../shared/query/sql-face/write.ts'
import { useCorpusSql } from '../../api/corpus.ts'
import { errorText } from '../../api/errors.ts'
import { copyText } from '../../state/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { focusOpened } from '../../ui/popover-focus.ts'
import { LEVEL_INFO } from './level-columns.ts'

interface QuerySqlProps {
  readonly level: Level
  readonly where: string
  readonly onWhere: (where: string) => void
  /** The button that opens it, for a key. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>
}

/** The query as SQL: to read and to edit in the names of the query language, and as it is run. */
export function QuerySql({ level, where, onWhere, buttonRef }: QuerySqlProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className="text-button"
        title="The query as SQL"
        popoverTarget={id}
      >
        SQL
      </button>
      <div
        id={id}
        popover="auto"
        className="filter-help query-sql"
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          focusOpened(event)
        }}
      >
        <h3>The query as SQL</h3>
        <SqlEditor {...{ level, where, onWhere }} />
        {isOpen ? <RunSql {...{ level, where }} /> : null}
      </div>
    </>
  )
}

/** The readable SQL of a query; of one that it has no words for, or that does not parse, why there is none. */
function shownSql(where: string, level: Level): { sql: string; why: string | null } {
  const parsed = parseQuery(where, level)
  if (!parsed.ok) return { sql: '', why: `The query does not parse: ${parsed.error.message}` }
  const sql = writeSql(parsed.value)
  if (sql !== null) return { sql, why: null }
  const why = 'A search among other conditions of rows has no such SQL; below is what is run.'
  return { sql: '', why }
}

interface Edited {
  readonly text: string
  /** The query it was read as, or that stood when it was not read. */
  readonly where: string
}

function SqlEditor({ level, where, onWhere }: Omit<QuerySqlProps, 'buttonRef'>) {
  const [edited, setEdited] = useState<Edited | null>(null)
  // A query that was changed elsewhere is shown anew.
  const own = edited?.where === where ? edited : null
  const { sql, why } = shownSql(where, level)
  const text = own?.text ?? sql
  const read = own === null ? null : readSql(own.text, level, where)
  const problem = read === null || read.ok ? null : read.error.message
  const edit = (next: string): void => {
    const result = readSql(next, level, where)
    setEdited({ text: next, where: result.ok ? result.where : where })
    if (result.ok) onWhere(result.where)
  }
  const rows = Math.max(3, Math.min(14, text.split('\n').length + 1))
  return (
    <>
      <TextArea
        label={`Rows are ${LEVEL_INFO[level].plural}; names are those of the query`}
        mono
        rows={rows}
        value={text}
        error={problem}
        hint="An edit changes the query as far as it can be told in it, and is never run as it stands."
        onChange={(event) => edit(event.target.value)}
      />
      {own === null && why !== null ? <p>{why}</p> : null}
      <p className="muted">
        <code>AND OR NOT = &lt;&gt; &lt; IN BETWEEN IS NULL LIKE GLOB REGEXP</code>,{' '}
        <code>instr(x, 'text') &gt; 0</code>, <code>starts_with ends_with has search</code>,{' '}
        <code>length lower abs</code>, <code>EXISTS (SELECT 1 FROM steps AS s WHERE …)</code>,{' '}
        <code>(SELECT count(*) FROM steps)</code>, a variable <code>vars."x"</code>
      </p>
    </>
  )
}

/** The statement that the rows are read with. */
function RunSql({ level, where }: Pick<QuerySqlProps, 'level' | 'where'>) {
  const { data, error } = useCorpusSql(level, where)
  return (
    <details>
      <summary>As it is run on the store’s tables</summary>
      {error === null ? <pre>{data ?? '…'}</pre> : <p className="error">{errorText(error)}</p>}
      <p className="muted">
        To read and to copy; the store can be opened by any SQLite program, but fold() and the value
        functions are the workbench’s own.
      </p>
      <Button disabled={data === undefined} onClick={() => void copyText(data ?? '', 'the SQL')}>
        Copy
      </Button>
    </details>
  )
}
