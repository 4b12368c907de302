import { useCallback, useMemo, useState } from 'react'
import type { VariableWrite } from '../../../../shared/contract/trees.ts'
import { errorText } from '../../api/errors.ts'
import { useSettled } from '../../api/state-cache.ts'
import { useReadWrites, useWrites, type VariablePlace, type Writes } from '../../api/writes.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import type { Debugger } from './use-debugger.ts'
import type { ShownState } from './use-shown-state.ts'

export type Way = 'last' | 'next'

/** The writes around the focus of the variable in focus, in the frame that is shown. */
export interface VariableWrites {
  readonly place: VariablePlace | null
  /** Event the writes are looked at from. */
  readonly seq: number
  readonly events: number
  /** The write whose value shows at the focus, if it is known and there is one. */
  readonly shown: VariableWrite | null
  /** Why a way leads nowhere; null where it leads somewhere, or where that is not known yet. */
  readonly reasons: Readonly<Record<Way, string | null>>
  /** What the last act could not do. */
  readonly note: string | null
  readonly go: (way: Way) => void
}

const SETTLE_MS = 80
/** The write that shows and the one before. */
const NEAR = 2

function targetOf(way: Way, writes: Writes, seq: number): number | null {
  // From the event of a write itself the last write is the one before.
  if (way === 'last') return writes.before.find((write) => write.seq < seq)?.seq ?? null
  return writes.after[0]?.seq ?? null
}

function reasonOf(way: Way, name: string, writes: Writes, seq: number): string | null {
  if (targetOf(way, writes, seq) !== null) return null
  if (writes.before.length + writes.after.length === 0) return `This frame never had a ${name}.`
  if (way === 'next') return `${name} is not written again in this frame.`
  const isFirst = writes.before.length > 0
  return isFirst
    ? `This is the first write of ${name} in this frame.`
    : `${name} was not written in this frame before this event.`
}

const CHOOSE = 'Choose a variable first: click it, or use the arrow keys in the variables.'
const ENDED = 'The program has ended here; step back to see variables.'

/** What is known of the writes, and the acts that go to them. */
export function useVariableWrites(
  trace: string,
  debug: Debugger,
  shown: ShownState,
): VariableWrites {
  const { variable } = useFocus()
  const { seq } = debug
  const { eventCount } = debug.position
  const frame = debug.atExit ? undefined : shown.node?.frame
  const place = useMemo<VariablePlace | null>(
    () => (frame === undefined || variable === null ? null : { trace, frame, variable }),
    [trace, frame, variable],
  )
  const at = useMemo(() => ({ place, seq, events: eventCount }), [place, seq, eventCount])
  const settled = useSettled(at, SETTLE_MS)
  const isSettled = settled === at
  const { data } = useWrites(isSettled ? place : null, { seq, count: NEAR, events: eventCount })
  const read = useReadWrites()
  const [told, setTold] = useState<{ at: unknown; text: string } | null>(null)
  const go = useCallback(
    (way: Way): void => {
      if (place === null) {
        setTold({ at, text: debug.atExit ? ENDED : CHOOSE })
        return
      }
      read(place, { seq, count: NEAR, events: eventCount }).then(
        (writes) => {
          const target = targetOf(way, writes, seq)
          if (target !== null) setFocus({ step: target, variable: place.variable })
          else setTold({ at, text: reasonOf(way, place.variable, writes, seq) ?? '' })
        },
        (error: unknown) => setTold({ at, text: errorText(error) }),
      )
    },
    [place, seq, eventCount, at, read, debug.atExit],
  )
  const none = place === null ? (debug.atExit ? ENDED : CHOOSE) : null
  const why = (way: Way): string | null =>
    data === undefined || place === null ? none : reasonOf(way, place.variable, data, seq)
  return {
    place,
    seq,
    events: eventCount,
    shown: data?.before[0] ?? null,
    reasons: { last: why('last'), next: why('next') },
    note: told?.at === at ? told.text : null,
    go,
  }
}
