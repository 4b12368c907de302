import { PAGE_LIMIT } from '../../../shared/contract/common.ts'
import type { Determinism, RecordOptions } from '../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { JobContext } from '../kind.ts'
import { RunComparison } from './compare-run.ts'
import type { RecordedProgram } from './read-programs.ts'
import { type Recorder, tracedOptions, tracedProgram } from './record-program.ts'

/** Runs a recorded program once more, compares, and notes the outcome on its trace. */
export async function repeatRun(
  program: RecordedProgram,
  options: RecordOptions,
  first: TraceDetail,
  { recorder, ctx }: { readonly recorder: Recorder; readonly ctx: JobContext },
): Promise<Determinism> {
  const { trace } = first
  const comparison = new RunComparison(first, async (offset) => {
    const input = { trace, offset, limit: PAGE_LIMIT }
    return (await ctx.store.read('traceEvents', input, { signal: ctx.signal })).rows
  })
  await recorder.tracer.trace(
    tracedProgram(program),
    tracedOptions(options),
    (records) => comparison.take(records),
    ctx.signal,
  )
  ctx.signal.throwIfAborted()
  const determinism = comparison.verdict()
  await ctx.store.write('traceDeterminism', { trace, determinism })
  return determinism
}

/** The outcome in one sentence; null when both runs were the same. */
export function determinismNotice(determinism: Determinism | null): string | null {
  if (determinism === null || determinism.verdict === 'same') return null
  const { seq, variable, first, second } = determinism
  const what = variable === null ? `event ${seq}` : `${variable} at event ${seq}`
  return `Not deterministic: ${what} was ${first}, then ${second}.`
}
