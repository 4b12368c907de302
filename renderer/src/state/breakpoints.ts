import { useCallback } from 'react'
import type { TriggerIn } from '../../../shared/tree/breakpoints.ts'
import { useAtomPart } from './atom.ts'
import { createStoredAtom } from './stored.ts'

/** A trigger as it is kept: its file by path, so that it holds in every trace of the program. */
export type PlacedTrigger = TriggerIn<string>

export interface Breakpoint {
  readonly id: number
  readonly enabled: boolean
  readonly trigger: PlacedTrigger
}

type ByProgram = Readonly<Record<string, readonly Breakpoint[]>>

/** Programs whose breakpoints are remembered; of more the one changed longest ago is forgotten. */
const KEPT_PROGRAMS = 200
export const MOST_BREAKPOINTS = 100

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isTrigger(value: unknown): value is PlacedTrigger {
  if (typeof value !== 'object' || value === null) return false
  const {
    kind,
    file,
    line,
    condition,
    count,
    every,
    type,
    function: name,
    variable,
  } = value as Record<string, unknown>
  const isPlaced = typeof file === 'string' && isCount(line)
  if (kind === 'line') return isPlaced
  if (kind === 'condition') return isPlaced && typeof condition === 'string'
  if (kind === 'hits') return isPlaced && isCount(count) && count > 0 && typeof every === 'boolean'
  if (kind === 'exception') return type === null || typeof type === 'string'
  return kind === 'data' && typeof name === 'string' && typeof variable === 'string'
}

function isBreakpoint(value: unknown): value is Breakpoint {
  if (typeof value !== 'object' || value === null) return false
  const { id, enabled, trigger } = value as Record<string, unknown>
  return isCount(id) && typeof enabled === 'boolean' && isTrigger(trigger)
}

const breakpointsAtom = createStoredAtom<ByProgram>('breakpoints', {}, (stored) => {
  if (typeof stored !== 'object' || stored === null) return null
  const lists = Object.entries(stored).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  )
  return Object.fromEntries(lists.map(([program, list]) => [program, list.filter(isBreakpoint)]))
})

const NONE: readonly Breakpoint[] = []

/** The list with one more, which comes last and gets an id of its own; a full list stays as it is. */
export function addBreakpoint(
  list: readonly Breakpoint[],
  trigger: PlacedTrigger,
): readonly Breakpoint[] {
  if (list.length >= MOST_BREAKPOINTS) return list
  const id = 1 + Math.max(0, ...list.map((one) => one.id))
  return [...list, { id, enabled: true, trigger }]
}

export function isOnLine({ trigger }: Breakpoint, file: string, line: number): boolean {
  return 'line' in trigger && trigger.file === file && trigger.line === line
}

/** Takes every breakpoint off a line, or where there is none puts a plain one on it. */
export function toggleOnLine(
  list: readonly Breakpoint[],
  file: string,
  line: number,
): readonly Breakpoint[] {
  const rest = list.filter((one) => !isOnLine(one, file, line))
  return rest.length < list.length ? rest : addBreakpoint(list, { kind: 'line', file, line })
}

export interface KeptBreakpoints {
  readonly list: readonly Breakpoint[]
  readonly change: (edit: (list: readonly Breakpoint[]) => readonly Breakpoint[]) => void
}

/** Breakpoints of a program, kept in the browser. `program` names it over all its traces. */
export function useBreakpoints(program: string): KeptBreakpoints {
  const list = useAtomPart(breakpointsAtom, (all) => all[program] ?? NONE)
  const change = useCallback<KeptBreakpoints['change']>(
    (edit) =>
      breakpointsAtom.set((all) => {
        const { [program]: old = NONE, ...others } = all
        const next = edit(old)
        if (next === old) return all
        const kept = Object.entries(others).slice(1 - KEPT_PROGRAMS)
        return Object.fromEntries(next.length === 0 ? kept : [...kept, [program, next]])
      }),
    [program],
  )
  return { list, change }
}
