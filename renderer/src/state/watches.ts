import { useAtomPart } from './atom.ts'
import { createStoredAtom } from './stored.ts'

/** What stays in sight at every step: a variable, or a part of one, of a function or of whatever frame is shown. */
export interface Watch {
  /** Name of the function whose innermost frame is looked into; null for the frame that is shown. */
  readonly function: string | null
  /** As it was typed (shared/trace/repr-path.ts). */
  readonly path: string
}

type Watches = Readonly<Record<string, readonly Watch[]>>

const MOST_PROGRAMS = 100
const MOST_WATCHES = 50
const NO_WATCHES: readonly Watch[] = []

function isWatch(stored: unknown): stored is Watch {
  if (typeof stored !== 'object' || stored === null) return false
  const { path, function: of } = stored as Partial<Record<keyof Watch, unknown>>
  return typeof path === 'string' && (of === null || typeof of === 'string')
}

/** What was stored, without what is no watch. */
export function acceptWatches(stored: unknown): Watches | null {
  if (typeof stored !== 'object' || stored === null) return null
  return Object.fromEntries(
    Object.entries(stored)
      .slice(-MOST_PROGRAMS)
      .map(([program, list]) => [program, Array.isArray(list) ? list.filter(isWatch) : []]),
  )
}

export const watchesAtom = createStoredAtom<Watches>('trace.watches', {}, acceptWatches)

function same(a: Watch, b: Watch): boolean {
  return a.function === b.function && a.path === b.path
}

/** Adds a watch of a program, or takes it away where it is there. The program moved last is kept longest. */
export function toggleWatch(program: string, watch: Watch): void {
  watchesAtom.set(({ [program]: list = NO_WATCHES, ...others }) => {
    const rest = list.filter((other) => !same(other, watch))
    const next = rest.length < list.length ? rest : [...list, watch].slice(-MOST_WATCHES)
    const kept = Object.entries(others).slice(-(MOST_PROGRAMS - 1))
    return { ...Object.fromEntries(kept), ...(next.length === 0 ? {} : { [program]: next }) }
  })
}

/** Watches of a program, by its name. */
export function useWatches(program: string): readonly Watch[] {
  return useAtomPart(watchesAtom, (watches) => watches[program] ?? NO_WATCHES)
}
