import { parseColumn } from '../../../../shared/query/check.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { quoted } from '../../../../shared/query/parts.ts'
import type { Watch } from '../../state/watches.ts'

const WATCHED = /^(len\()?\s*([\p{ID_Start}_][\p{ID_Continue}]*)\s*(\))?$/u

/** Where the variables of a level's rows are: a step has its own, the others have those of all their steps. */
const OVER_STEPS: Readonly<Record<Level, ((of: (step: string) => string) => string) | null>> = {
  program: null,
  trace: (of) => `max(${of('s.')} for s in steps)`,
  step: (of) => of(''),
  trajectory: (of) => `max(${of('a.step.')} for a in acts)`,
}

export interface WatchColumn {
  /** The watch as it was typed. */
  readonly path: string
  readonly column: string
}

/**
 * The watches of all programs as columns of a level: of a step what it is there, of a trace or a trajectory the largest
 * number it is at any step. A part of a variable is no column, because the query language does not look into values.
 */
export function watchColumns(
  level: Level,
  watches: Readonly<Record<string, readonly Watch[]>>,
): readonly WatchColumn[] {
  const over = OVER_STEPS[level]
  if (over === null) return []
  const found = new Map<string, string>()
  for (const { path } of Object.values(watches).flat()) {
    const [, open, name, close] = WATCHED.exec(path) ?? []
    if (name === undefined || (open === undefined) !== (close === undefined)) continue
    const column = over((step) => {
      const variable = `${step}var(${quoted(name)})`
      return open === undefined ? variable : `len(${variable})`
    })
    if (parseColumn(column, level).ok) found.set(column, path)
  }
  return [...found].map(([column, path]) => ({ path, column }))
}
