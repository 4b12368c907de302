import type { RefObject } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import { callsUpTo } from '../../draw/calls.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { useWalkCommands } from './tree-commands.ts'

/** The calls of a row, in trace order, and where the debugger stops for each. */
export interface CallStops {
  readonly calls: readonly number[]
  readonly stopOf: (call: number) => number
}

interface Walk {
  /** Calls of the active row; null while it has none. */
  readonly stops: CallStops | null
  readonly focus: number
  readonly goTo: (seq: number) => void
  readonly onNote: (note: string) => void
  readonly within: RefObject<HTMLElement | null>
}

/** Goes to the first call of a row. */
export function openFirst({ stops, goTo }: Pick<Walk, 'stops' | 'goTo'>): void {
  const first = stops?.calls[0]
  if (stops !== null && first !== undefined) goTo(stops.stopOf(first))
}

function endText(count: number, by: 1 | -1): string {
  if (count === 1) return 'This is the row’s only call.'
  return `This is the ${by === 1 ? 'last' : 'first'} of the row’s ${formatCount(count)} calls.`
}

/** Keys that go to the next and previous call of the active row; past the last one it says so. */
export function useCallWalk({ stops, focus, goTo, onNote, within }: Walk): void {
  const step = (by: 1 | -1): void => {
    if (stops === null) {
      onNote('This row stands for no calls.')
      return
    }
    const { calls, stopOf } = stops
    const at = by === 1 ? callsUpTo(calls, stopOf, focus) : callsUpTo(calls, stopOf, focus - 1) - 1
    const call = calls[at]
    if (call === undefined) {
      onNote(endText(calls.length, by))
      return
    }
    goTo(stopOf(call))
    onNote(`Call ${formatCount(at + 1)} of ${formatCount(calls.length)}`)
  }
  const next = useLatest(() => step(1))
  const previous = useLatest(() => step(-1))
  useWalkCommands({ next, previous }, within)
}
