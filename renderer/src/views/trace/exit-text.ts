import { formatCount, formatDuration } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { ExitRow } from '../../draw/exit-shape.ts'

type Ended = Pick<
  TraceDetail,
  'exit' | 'stopReason' | 'error' | 'events' | 'maxSteps' | 'timeoutSeconds'
>

/** Why recording ended before the program did, as a clause; null when the program ended by itself. */
export function stopClause(trace: Ended): string | null {
  switch (trace.stopReason) {
    case 'ended':
      return null
    case 'step_limit':
      return `recording stopped at the limit of ${formatCount(trace.maxSteps)} events`
    case 'time_limit':
      return `recording stopped at the time limit of ${formatDuration(trace.timeoutSeconds * 1000)}`
    case 'output_limit':
      return 'recording stopped because the program printed too much'
    case 'cpu_limit':
      return 'recording stopped at the limit of processor time'
    case 'byte_limit':
      return 'recording stopped at the limit of the trace’s size'
    case 'depth_limit':
      return 'recording stopped at the limit of nested calls'
    case 'memory_limit':
      return 'recording stopped because the program used too much memory'
    case 'crashed':
      return 'recording stopped because the interpreter ended unexpectedly'
    case 'syntax_error':
      return 'the program was not run because it is not valid Python'
  }
}

/** The exit state in words: `exit normal`, `exit error · ValueError: x`, `exit never · recording stopped at …`. */
export function exitText(trace: Ended): string {
  const reason = stopClause(trace) ?? (trace.exit === 'error' ? trace.error : null)
  return reason === null ? `exit ${trace.exit}` : `exit ${trace.exit} · ${reason}`
}

/** The exit as the outline's last row. */
export function exitRow(trace: Ended): ExitRow {
  return { tone: trace.exit, text: exitText(trace) }
}
