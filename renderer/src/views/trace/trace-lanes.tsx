import { type RefObject, useCallback, useMemo } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { momentOf, seqAtMoment } from '../../../../shared/trace/turns.ts'
import { useTurns } from '../../api/traces.ts'
import { momentsOf } from '../../draw/lane-stretches.ts'
import { useSetFocus } from '../../state/place.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { type ThreadLane, ThreadLanes } from '../../ui/thread-lanes.tsx'

const LANE_COMMANDS = declareCommands('Trace', 'in the Trace view of a run with several threads', {
  'trace.next-thread': { keys: ['T'], description: 'The same moment in the next thread' },
  'trace.run-next': { keys: ['}'], description: 'Next event of the run, in whichever thread' },
  'trace.run-previous': {
    keys: ['{'],
    description: 'Event of the run before, in whichever thread',
  },
})

const ONE_THREAD = 'This run has one thread.'
const UNKNOWN_ORDER = 'When the threads of this run had their turns is not known.'

interface TraceLanesProps {
  readonly trace: TraceDetail
  readonly seq: number
  /** The view in which the keys work. */
  readonly view: RefObject<HTMLElement | null>
}

/** Threads of the trace's run with when each had its events; none where that is not known, as of one thread. */
function useLanes(trace: TraceDetail): readonly ThreadLane[] {
  const lanes = useTurns(trace)
  return useMemo(() => {
    const known = lanes.flatMap(({ turns, ...lane }) =>
      turns === null
        ? []
        : [
            {
              ...lane,
              turns,
              name: lane.thread === 0 ? 'main thread' : `thread ${lane.thread}`,
              hint: `${formatNoun(lane.events, 'event')}; to what it had come to at this moment`,
              isShown: lane.trace === trace.trace,
            },
          ],
    )
    return known.some(({ isShown }) => isShown) ? known : []
  }, [lanes, trace.trace])
}

/** The lane whose event it is that was at a moment of the run. */
function laneAt(lanes: readonly ThreadLane[], moment: number): ThreadLane | undefined {
  return lanes.find(
    ({ turns, events }) => momentOf(turns, seqAtMoment(turns, events, moment)) === moment,
  )
}

/** The threads of the run as lanes, and the keys that go from one to another. */
export function TraceLanes({ trace, seq, view }: TraceLanesProps) {
  const lanes = useLanes(trace)
  const setFocus = useSetFocus()
  const isOneThread = trace.lanes.length <= 1
  const at = lanes.findIndex(({ isShown }) => isShown)
  const own = lanes[at]
  const moment = own === undefined ? 0 : momentOf(own.turns, Math.min(seq, own.events - 1))
  const go = useCallback(
    (lane: ThreadLane | undefined, to: number) => {
      if (lane === undefined) return
      setFocus({ trace: lane.trace, step: seqAtMoment(lane.turns, lane.events, to) })
    },
    [setFocus],
  )
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    if (own === undefined) {
      const reason = isOneThread ? ONE_THREAD : UNKNOWN_ORDER
      return Object.values(LANE_COMMANDS).map((command) => ({ ...command, reason, run: () => {} }))
    }
    const next = laneAt(lanes, moment + 1)
    const previous = laneAt(lanes, moment - 1)
    return [
      {
        ...LANE_COMMANDS['trace.next-thread'],
        run: () => go(lanes[(at + 1) % lanes.length], moment),
      },
      {
        ...LANE_COMMANDS['trace.run-next'],
        reason: next === undefined ? 'This is the last event of the run.' : null,
        run: () => go(next, moment + 1),
      },
      {
        ...LANE_COMMANDS['trace.run-previous'],
        reason: previous === undefined ? 'This is the first event of the run.' : null,
        run: () => go(previous, moment - 1),
      },
    ]
  }, [lanes, own, at, moment, go, isOneThread])
  useKeys('Trace', bindings, { within: view })
  const moments = useMemo(() => momentsOf(lanes), [lanes])
  if (own === undefined) return null
  return <ThreadLanes lanes={lanes} moment={moment} moments={moments} onGo={go} />
}
