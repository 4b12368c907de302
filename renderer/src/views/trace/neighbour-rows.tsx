import { useCallback, useMemo, useState } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import { type CallersAndCallees, callersAndCallees, type NeighbourRow } from '../../draw/callers.ts'
import { placeIn } from '../../draw/calls.ts'
import { type CallRow, type CallRowAct, CallRows } from '../../ui/call-rows.tsx'
import { useInParts } from '../../ui/use-in-parts.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { openFirst, useCallWalk } from './call-walk.ts'
import type { ByFunctionProps } from './merged-rows.tsx'

interface NeighbourProps extends ByFunctionProps {
  /** Seqs of the tree's exceptions, rising. */
  readonly exceptions: readonly number[]
  /** The state that made a call; -1 for none. */
  readonly hostOf: (seq: number) => number
}

type Side = 'caller' | 'self' | 'callee'

type Line =
  | { readonly side: Side; readonly row: NeighbourRow }
  | { readonly side: 'heading'; readonly text: string }

function headingOf(count: number, some: string, none: string): Line {
  return { side: 'heading', text: count === 0 ? none : `${some} ${formatNoun(count, 'function')}` }
}

function linesOf({ callers, self, callees }: CallersAndCallees): readonly Line[] {
  const real = callers.filter((row) => row.function >= 0)
  return [
    headingOf(real.length, 'Called by', 'No function calls it'),
    ...callers.map((row) => ({ side: 'caller' as const, row })),
    { side: 'self', row: self },
    headingOf(callees.length, 'Calls', 'Calls no function'),
    ...callees.map((row) => ({ side: 'callee' as const, row })),
  ]
}

/** At the exit no function is in focus: what was looked at stays. */
function useNeighbours({ table, exceptions, call }: NeighbourProps): CallersAndCallees | null {
  const target = call === undefined ? undefined : table?.function[call]
  const start = useMemo(
    () =>
      table === null || target === undefined
        ? null
        : () => callersAndCallees(table, exceptions, target),
    [table, exceptions, target],
  )
  return useInParts(start)
}

/**
 * Who calls the function in focus, and what it calls. Opening a row goes to the first of its calls and stays in that
 * function: of a caller to the state the call begins with, of a callee to the state that calls. Right looks at the
 * row's function instead.
 */
export function NeighbourRows(props: NeighbourProps) {
  const { table, call, focus, goTo, onNote, nameOf, labelsOf, within, hostOf } = props
  const [kept, setKept] = useState<{ target: number | null; active: number } | null>(null)
  const found = useNeighbours(props)
  const target = found?.function ?? null
  const lines = useMemo(() => (found === null ? [] : linesOf(found)), [found])
  const self = lines.findIndex(({ side }) => side === 'self')
  const active = kept !== null && kept.target === target ? kept.active : Math.max(0, self)
  const stopsOf = (line: Line | undefined) => {
    if (table === null || line === undefined || line.side === 'heading') return null
    const first = (index: number): number => table.first[index] ?? 0
    const stopOf = line.side === 'callee' ? (index: number) => hostOf(first(index)) : first
    return { calls: line.row.calls, stopOf }
  }
  useCallWalk({ stops: stopsOf(lines[active]), focus, goTo, onNote, within })

  const whole = lines[self]
  const total = whole === undefined || whole.side === 'heading' ? 1 : whole.row.events
  const row = useCallback(
    (at: number): CallRow | null => {
      const line = lines[at]
      if (line === undefined) return null
      if (line.side === 'heading') {
        return { key: line.text, level: 0, expanded: null, name: line.text, sums: null }
      }
      const { function: index, calls, resumes, events, exceptions: raised } = line.row
      return {
        key: `${line.side} ${index}`,
        level: line.side === 'self' ? 0 : 1,
        expanded: null,
        name: index < 0 ? '(start of the trace)' : nameOf(index),
        sums: {
          calls: calls.length - resumes,
          resumes,
          events,
          exceptions: raised,
          labels: labelsOf === null ? 0 : labelsOf(calls),
          share: Math.min(1, events / Math.max(1, total)),
          at: line.side === 'callee' ? 0 : placeIn(calls, call),
        },
      }
    },
    [lines, nameOf, labelsOf, total, call],
  )
  const onActive = useLatest((at: number) => setKept({ target, active: at }))
  const onAct = useLatest((at: number, act: CallRowAct) => {
    const line = lines[at]
    const stops = stopsOf(line)
    if (line === undefined || line.side === 'heading' || stops === null) return
    setKept({ target, active: at })
    if (act === 'open') openFirst({ stops, goTo })
    const first = table?.first[stops.calls[0] ?? -1]
    if (act !== 'expand' || first === undefined || line.side === 'self') return
    const there = line.side === 'caller' ? hostOf(first) : first
    if (there >= 0) goTo(there)
  })
  return (
    <CallRows
      count={lines.length}
      busy={found === null}
      isLabelled={labelsOf !== null}
      label={target === null ? 'Callers and callees' : `Callers and callees of ${nameOf(target)}`}
      {...{ row, active, onActive, onAct }}
    />
  )
}
