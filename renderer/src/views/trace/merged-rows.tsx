import { type RefObject, useCallback, useMemo, useState } from 'react'
import type { InParts } from '../../../../shared/base/parts.ts'
import { type CallTable, placeIn } from '../../draw/calls.ts'
import {
  type MergedCalls,
  type MergedRow,
  mergeCalls,
  rowsAround,
  visibleRows,
} from '../../draw/merged-calls.ts'
import { type CallRow, type CallRowAct, CallRows } from '../../ui/call-rows.tsx'
import { useInParts } from '../../ui/use-in-parts.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { openFirst, useCallWalk } from './call-walk.ts'

export interface ByFunctionProps {
  /** Null until the calls are counted. */
  readonly table: CallTable | null
  /** The activation in focus; undefined at the exit. */
  readonly call: number | undefined
  readonly focus: number
  readonly goTo: (seq: number) => void
  readonly onNote: (note: string) => void
  readonly nameOf: (index: number) => string
  /** Labels in calls, in trace order; null where the trace has none. */
  readonly labelsOf: ((calls: readonly number[]) => number) | null
  readonly within: RefObject<HTMLElement | null>
}

interface Merged {
  readonly table: CallTable
  readonly merged: MergedCalls
  readonly collapsed: boolean
}

interface Place {
  /** Of which rows `expanded` and `active` are: with recursion collapsed they are others. */
  readonly collapsed: boolean
  readonly focus: number
  readonly expanded: ReadonlySet<number>
  readonly active: number
}

/** The place that shows the row of the focus; what was expanded stays so. */
function placeAt(
  { merged, collapsed }: Merged,
  place: Place | null,
  { focus, call }: Pick<ByFunctionProps, 'focus' | 'call'>,
): Place {
  const kept = place?.collapsed === collapsed ? place : null
  const active = (call === undefined ? undefined : merged.rowOfCall[call]) ?? kept?.active ?? 0
  const expanded = new Set(kept?.expanded ?? merged.roots)
  for (const id of rowsAround(merged, active)) expanded.add(id)
  return { collapsed, focus, expanded, active }
}

function useMerged(table: CallTable | null, collapsed: boolean): Merged | null {
  const start = useMemo(
    () => (table === null ? null : () => merge(table, collapsed)),
    [table, collapsed],
  )
  return useInParts(start)
}

function* merge(table: CallTable, collapsed: boolean): InParts<Merged> {
  return { table, collapsed, merged: yield* mergeCalls(table, collapsed) }
}

function actOn(merged: MergedCalls, place: Place, row: MergedRow, act: CallRowAct): Place {
  const isOpen = place.expanded.has(row.id)
  const expanded = new Set(place.expanded)
  if (act === 'siblings') {
    for (const id of merged.rows[row.parent]?.children ?? merged.roots) expanded.add(id)
    return { ...place, expanded }
  }
  if (act === 'expand') {
    if (isOpen || row.children.length === 0) return { ...place, active: row.children[0] ?? row.id }
    return { ...place, expanded: expanded.add(row.id) }
  }
  if (!isOpen || row.children.length === 0) {
    return row.parent < 0 ? place : { ...place, active: row.parent }
  }
  expanded.delete(row.id)
  return { ...place, expanded }
}

/** The tree merged by function, the heaviest call first. */
export function MergedRows(props: ByFunctionProps & { readonly collapseRecursion: boolean }) {
  const { focus, call, goTo, onNote, nameOf, labelsOf, within } = props
  const result = useMerged(props.table, props.collapseRecursion)
  const [kept, setPlace] = useState<Place | null>(null)
  let place = kept
  if (result !== null && (kept?.focus !== focus || kept.collapsed !== result.collapsed)) {
    place = placeAt(result, kept, props)
    setPlace(place)
  }
  const merged = result?.merged ?? null
  const expanded = place?.expanded
  const visible = useMemo(
    () => (merged === null || expanded === undefined ? [] : visibleRows(merged, expanded)),
    [merged, expanded],
  )
  const active = merged?.rows[place?.active ?? -1]
  const first = result?.table.first
  const stopOf = (index: number): number => first?.[index] ?? 0
  const stops = active === undefined ? null : { calls: active.calls, stopOf }
  useCallWalk({ stops, focus, goTo, onNote, within })

  const row = useCallback(
    (at: number): CallRow | null => {
      const found = merged?.rows[visible[at] ?? -1]
      if (found === undefined) return null
      const { id, level, children, calls, resumes, events, exceptions } = found
      const whole = merged?.roots.reduce((sum, root) => sum + (merged.rows[root]?.events ?? 0), 0)
      return {
        key: String(id),
        level,
        expanded: children.length === 0 ? null : (expanded?.has(id) ?? false),
        name: nameOf(found.function),
        sums: {
          calls: calls.length - resumes,
          resumes,
          events,
          exceptions,
          labels: labelsOf === null ? 0 : labelsOf(calls),
          share: events / Math.max(1, whole ?? 0),
          at: placeIn(calls, call),
        },
      }
    },
    [merged, visible, expanded, nameOf, labelsOf, call],
  )
  const onActive = useLatest((at: number) => {
    if (place !== null) setPlace({ ...place, active: visible[at] ?? place.active })
  })
  const onAct = useLatest((at: number, act: CallRowAct) => {
    const target = merged?.rows[visible[at] ?? -1]
    if (merged === null || place === null || target === undefined) return
    if (act === 'open') openFirst({ stops: { calls: target.calls, stopOf }, goTo })
    else setPlace(actOn(merged, { ...place, active: target.id }, target, act))
  })
  return (
    <CallRows
      count={visible.length}
      active={Math.max(0, visible.indexOf(active?.id ?? -1))}
      busy={merged === null}
      isLabelled={labelsOf !== null}
      label="Tree merged by function"
      {...{ row, onActive, onAct }}
    />
  )
}
