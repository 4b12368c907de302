import type { Scalar } from '../../../shared/query/expression.ts'
import { fixed, type SqlQuery, sql } from '../sql.ts'
import { relationSql } from './relations.ts'

function isBy(alias: string, name: string): SqlQuery {
  return sql`(${fixed(alias)}.engine = ${name} OR ${fixed(alias)}.run = ${name})`
}

/**
 * What became of the steps of the row `owner`: its predictions by the first engine, and beside each those of the same
 * step by the second. `at` makes the aliases its own.
 */
export function flipSql(
  { of, first, second }: Scalar & { kind: 'flip' },
  owner: string,
  at: number,
): SqlQuery {
  const [a, b] = [`fa${at}`, `fb${at}`]
  const { from, where } = relationSql(of.thing, 'predictions', owner, a)
  const [hit, miss] = [fixed(`${a}.verdict = 'match'`), fixed(`${b}.verdict <> 'match'`)]
  const sameStep = ['trajectory_key', 'step', 'suite'].map((name) => `${b}.${name} = ${a}.${name}`)
  return sql`(SELECT CASE max(CASE WHEN ${hit} AND ${miss} THEN 3
      WHEN NOT (${hit}) AND NOT (${miss}) THEN 2 ELSE 1 END)
      WHEN 3 THEN 'lost' WHEN 2 THEN 'won' WHEN 1 THEN 'same' END
    FROM ${fixed(from)} CROSS JOIN prediction_seen AS ${fixed(b)}
    WHERE ${fixed(where)} AND ${isBy(a, first)} AND ${fixed(sameStep.join(' AND '))}
      AND ${isBy(b, second)})`
}
