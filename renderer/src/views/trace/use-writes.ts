import { useCallback, useMemo, useState } from 'react'
import type { VariableWrite } from '../../../../shared/contract/trees.ts'
import { errorText } from '../../api/errors.ts'
import { useSettled } from '../../api/state-cache.ts'
import { useReadWrites, useWrites, type VariablePlace, type Writes } from '../../api/writes.ts'
import { useFocus, useSetFocus } from '../../state/place.ts'
import type { Debugger } from './use-debugger.ts'
import type { ShownState } from './use-shown-state.ts'

export type Way = 'last' | 'next'

/** The writes around the focus of the variable in focus, in the frame that is shown. */
export interface VariableWrites {
  readonly place: VariablePlace | null
  /** Event the writes are looked at from. */
  readonly seq: number
  readonly events: number
  /** The write whose value shows at the focus, null where there is none yet; undefined until that is known. */
  readonly shown: VariableWrite | null | undefined
  /** Why a way leads nowhere; null where it leads somewhere, or where that is not known yet. */
  readonly reasons: Readonly<Record<Way, string | null>>
  /** What the last act could not do. */
  readonly note: string | null
  readonly go: (way: Way) => void
}

const SETTLE_MS = 80
/** The write that shows and the one before. */
const NEAR = 2

interface Answered {
  readonly place: VariablePlace
  readonly events: number
  readonly writes: Writes
}

/** Whether an answer holds at an event too: from the newest write it knows to just before the next one. */
function holdsAt({ writes }: Answered, seq: number): boolean {
  const [from] = writes.before
  const [next] = writes.after
  return (from === undefined || seq >= from.seq) && (next === undefined || seq < next.seq)
}

/** The writes around an event, from what was answered before where that tells; nothing is asked for while stepping fast. */
function useNear(place: VariablePlace | null, seq: number, events: number): Writes | undefined {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const isSame = answered !== null && answered.place === place && answered.events === events
  const isKnown = isSame && holdsAt(answered, seq)
  const settled = useSettled(seq, SETTLE_MS)
  const asked = place === null || isKnown || settled !== seq ? null : place
  const { data } = useWrites(asked, { seq, count: NEAR, events })
  if (asked !== null && data !== undefined && answered?.writes !== data) {
    setAnswered({ place: asked, events, writes: data })
  }
  if (isKnown) return answered.writes
  return asked === null ? undefined : data
}

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
  const setFocus = useSetFocus()
  const { seq } = debug
  const { eventCount } = debug.position
  const frame = debug.atExit ? undefined : shown.node?.frame
  const place = useMemo<VariablePlace | null>(
    () => (frame === undefined || variable === null ? null : { trace, frame, variable }),
    [trace, frame, variable],
  )
  const at = useMemo(() => ({ place, seq, eventCount }), [place, seq, eventCount])
  const near = useNear(place, seq, eventCount)
  const read = useReadWrites()
  const [told, setTold] = useState<{ at: unknown; text: string } | null>(null)
  const go = useCallback(
    (way: Way): void => {
      if (place === null) {
        setTold({ at, text: debug.atExit ? ENDED : CHOOSE })
        return
      }
      const move = (writes: Writes): void => {
        const target = targetOf(way, writes, seq)
        if (target !== null) setFocus({ step: target, variable: place.variable })
        else setTold({ at, text: reasonOf(way, place.variable, writes, seq) ?? '' })
      }
      if (near !== undefined) move(near)
      else {
        read(place, { seq, count: NEAR, events: eventCount }).then(move, (error: unknown) =>
          setTold({ at, text: errorText(error) }),
        )
      }
    },
    [place, near, seq, eventCount, at, read, debug.atExit, setFocus],
  )
  const none = place === null ? (debug.atExit ? ENDED : CHOOSE) : null
  const note = told?.at === at ? told.text : null
  return useMemo(() => {
    const why = (way: Way): string | null =>
      near === undefined || place === null ? none : reasonOf(way, place.variable, near, seq)
    return {
      place,
      seq,
      events: eventCount,
      shown: near === undefined ? undefined : (near.before[0] ?? null),
      reasons: { last: why('last'), next: why('next') },
      note,
      go,
    }
  }, [place, seq, eventCount, near, none, note, go])
}
