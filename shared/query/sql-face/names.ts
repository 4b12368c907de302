import { type Level, THING_INFO, type Thing } from '../fields.ts'

/** Tables of the readable SQL: the rows of each level. */
export const LEVEL_TABLES: Readonly<Record<Level, string>> = {
  program: 'programs',
  trace: 'traces',
  step: 'steps',
  trajectory: 'trajectories',
}

/** Relation whose rows are also reached by their names: `vars."x"`. */
export const NAMED_ROWS = 'vars'

/** Words that have a meaning of their own in the readable SQL. */
export const SQL_WORDS: ReadonlySet<string> = new Set(
  `select from where and or not in is null like glob regexp between exists true false as
   case when cast collate group having order by limit union join on with values`.split(/\s+/),
)

/** A name as SQL writes it. */
export function sqlName(name: string): string {
  const isPlain = /^[A-Za-z_]\w*$/.test(name) && !SQL_WORDS.has(name.toLowerCase())
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`
}

/** A text as SQL writes it. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function hasName(thing: Thing, name: string): boolean {
  const { fields, relations } = THING_INFO[thing]
  return Object.hasOwn(fields, name) || Object.hasOwn(relations, name)
}
