import { formatNoun } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { useSetFocus } from '../../state/place.ts'
import { useSideLabel } from './side-label.ts'

/** Each thread of a run has a trace of its own: the way to the others. */
export function ThreadLinks({ trace }: { trace: TraceDetail }) {
  const setFocus = useSetFocus()
  const label = useSideLabel('Threads of this run')
  if (trace.lanes.length < 2) return null
  // Of many threads the first word has to do for all.
  const word = trace.lanes.length > 4 ? '' : 'thread '
  return (
    <nav className="segmented" aria-label={label}>
      {trace.lanes.map((lane) => (
        <button
          type="button"
          key={lane.trace}
          aria-pressed={lane.trace === trace.trace}
          title={formatNoun(lane.events, 'event')}
          onClick={() => setFocus({ trace: lane.trace })}
        >
          {lane.thread === 0 ? 'main thread' : `${word}${lane.thread}`}
        </button>
      ))}
    </nav>
  )
}
