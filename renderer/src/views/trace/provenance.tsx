import { useId, useMemo, useRef } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { Determinism } from '../../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { useSetFocus } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { formatTime } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { focusOpened } from '../../ui/popover-focus.ts'
import { CODED_TERMS, provenanceRows } from './provenance-rows.ts'

const COMMAND = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.provenance': { keys: [], description: 'How this trace was made' },
})['trace.provenance']

/** A button that tells how the trace was made, in full. */
export function Provenance({ trace }: { trace: TraceDetail }) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useKeys(
    'Trace',
    useMemo(() => [{ ...COMMAND, run: () => button.current?.click() }], []),
  )
  const setFocus = useSetFocus()
  const goTo = (step: number): void => {
    panel.current?.hidePopover()
    setFocus({ step })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        popoverTarget={id}
        title="How this trace was made"
      >
        Recorded with…
      </button>
      <section
        ref={panel}
        id={id}
        popover="auto"
        className="provenance"
        aria-label="How this trace was made"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
        tabIndex={0}
        onToggle={focusOpened}
      >
        <dl>
          <div>
            <dt>Determinism</dt>
            <dd>
              <Verdict determinism={trace.determinism} onGo={goTo} />
            </dd>
          </div>
          {provenanceRows(trace).map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{CODED_TERMS.has(term) ? <code>{text}</code> : text}</dd>
            </div>
          ))}
          <div>
            <dt>Recorded</dt>
            <dd>{formatTime(trace.recordedAt)}</dd>
          </div>
        </dl>
      </section>
    </>
  )
}

interface VerdictProps {
  readonly determinism: Determinism | null
  readonly onGo: (step: number) => void
}

/** What recording the program twice showed; the way to the first event that differs. */
function Verdict({ determinism, onGo }: VerdictProps) {
  if (determinism === null) return 'not checked: it was recorded once'
  if (determinism.verdict === 'same') return 'recorded twice; both runs are the same'
  const { seq, variable, first, second } = determinism
  return (
    <div className="verdict">
      <p>
        recorded twice; the runs differ from event {formatCount(seq)} on
        {variable === null ? '' : `, in ${variable}`}
      </p>
      <dl>
        <div>
          <dt>first</dt>
          <dd>
            <code>{first}</code>
          </dd>
        </div>
        <div>
          <dt>second</dt>
          <dd>
            <code>{second}</code>
          </dd>
        </div>
      </dl>
      <Button onClick={() => onGo(seq)}>Go to event {formatCount(seq)}</Button>
    </div>
  )
}
