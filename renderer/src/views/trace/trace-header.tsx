import { memo } from 'react'
import { formatCount, formatDuration, formatNoun } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { fitText } from '../../draw/row-texts.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { stopClause } from './exit-text.ts'
import { ExportTrace } from './export-trace.tsx'
import { Provenance } from './provenance.tsx'
import { ThreadLinks } from './thread-links.tsx'

const EXIT_TONES: Readonly<Record<TraceDetail['exit'], BadgeTone>> = {
  normal: 'good',
  error: 'bad',
  never: 'warning',
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function atLine({ errorLine }: TraceDetail): string {
  return errorLine === null ? '' : `, in line ${errorLine}`
}

/** The error of a limit says no more than that it was reached. */
function isLimit({ stopReason }: TraceDetail): boolean {
  return stopReason.endsWith('_limit')
}

function keptClause({ events }: TraceDetail): string {
  return events === 0 ? '' : `; what came before is complete up to event ${formatCount(events - 1)}`
}

/** How much was recorded, and with what. */
function factsOf(trace: TraceDetail, isHalf: boolean): string {
  return [
    formatNoun(trace.events, 'event'),
    `depth ${formatCount(trace.depth)}`,
    ...(trace.recording ? [] : [formatDuration(trace.wallMs)]),
    `Python ${trace.pythonVersion}`,
    ...(isHalf ? [trace.engine] : []),
  ].join(' · ')
}

/** Of a long result the start. */
const RESULT_CHARS = 400

interface TraceHeaderProps {
  readonly trace: TraceDetail
  /** In half of the view: the engine and the result are told at once, what is longer is in reach. */
  readonly isHalf?: boolean
}

/** What was run and how it ended; a trace that was cut short says so and where. */
export const TraceHeader = memo(function TraceHeader({ trace, isHalf = false }: TraceHeaderProps) {
  const cut = trace.recording ? null : stopClause(trace)
  const facts = factsOf(trace, isHalf)
  return (
    <header className="trace-header">
      <h2 title={trace.program}>{trace.program}</h2>
      {trace.entry === null ? (
        <span className="muted">script</span>
      ) : (
        <code className="trace-entry" title={trace.entry}>
          {trace.entry}
        </code>
      )}
      {trace.recording ? (
        <Badge tone="active">recording</Badge>
      ) : (
        <Badge tone={EXIT_TONES[trace.exit]}>exit {trace.exit}</Badge>
      )}
      {trace.determinism?.verdict === 'differs' ? (
        <Badge tone="warning">two runs differ</Badge>
      ) : null}
      {trace.imported === null ? null : <Badge>imported: {trace.imported}</Badge>}
      <span className="trace-facts numbers" title={facts}>
        {facts}
      </span>
      {isHalf && trace.result !== null ? (
        <span className="trace-result" title={fitText(trace.result.text, RESULT_CHARS)}>
          <span className="muted">result</span>{' '}
          <code>{fitText(trace.result.text, RESULT_CHARS)}</code>
        </span>
      ) : null}
      <ThreadLinks trace={trace} />
      <Provenance trace={trace} />
      {isHalf || trace.recording ? null : <ExportTrace key={trace.trace} trace={trace.trace} />}
      {cut === null ? null : (
        <p className="trace-cut" role="note">
          {capital(cut)}
          {trace.exit === 'never' ? `${atLine(trace)}${keptClause(trace)}` : ''}.
        </p>
      )}
      {trace.error === null || isLimit(trace) ? null : (
        <p className="trace-error" title={trace.error}>
          {trace.errorLine === null ? '' : `line ${trace.errorLine}: `}
          {trace.error}
        </p>
      )}
    </header>
  )
})
