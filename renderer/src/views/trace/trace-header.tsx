import { memo } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { formatDuration, formatNoun } from '../../ui/format.ts'
import { stopClause } from './exit-text.ts'

const EXIT_TONES: Readonly<Record<TraceDetail['exit'], BadgeTone>> = {
  normal: 'good',
  error: 'bad',
  never: 'warning',
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What was run and how it ended; a trace that was cut short says so and where. */
export const TraceHeader = memo(function TraceHeader({ trace }: { trace: TraceDetail }) {
  const cut = stopClause(trace)
  const where = trace.errorLine === null ? '' : `line ${trace.errorLine}: `
  return (
    <header className="trace-header">
      <h1 title={trace.program}>{trace.program}</h1>
      {trace.entry === null ? (
        <span className="muted">script</span>
      ) : (
        <code className="trace-entry" title={trace.entry}>
          {trace.entry}
        </code>
      )}
      <Badge tone={EXIT_TONES[trace.exit]}>exit {trace.exit}</Badge>
      <span className="trace-facts numbers">
        {formatNoun(trace.events, 'event')} · depth {trace.depth} · {formatDuration(trace.wallMs)} ·
        Python {trace.pythonVersion}
      </span>
      {cut === null ? null : (
        <p className="trace-cut" role="note">
          {capital(cut)}
          {trace.events === 0
            ? '.'
            : `; what came before is complete up to event ${trace.events - 1}.`}
        </p>
      )}
      {trace.error === null ? null : (
        <p className="trace-error" title={trace.error}>
          {where}
          {trace.error}
        </p>
      )}
    </header>
  )
})
