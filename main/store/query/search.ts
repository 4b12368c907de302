import { THING_INFO, type Thing } from '../../../shared/query/fields.ts'
import { joinSql, type SqlQuery, sql } from '../sql.ts'
import { fieldSql } from './fields.ts'

/** A text of the row that holds the folded text, or the row's whole id. */
export function searchedSql(thing: Thing, alias: string, text: string, folded: string): SqlQuery {
  const { fields, searched } = THING_INFO[thing]
  const own = (field: string): SqlQuery => ({ text: fieldSql(thing, field, alias), parameters: [] })
  const conditions = searched.map(
    (field) => sql`coalesce(instr(fold(${own(field)}), ${folded}) > 0, FALSE)`,
  )
  const byId = Object.hasOwn(fields, 'id') ? [sql`${own('id')} = ${text}`] : []
  return sql`(${joinSql([...byId, ...conditions], ' OR ')})`
}
