import { asSentence, formatBytes, formatCount, formatNoun } from '../../../shared/base/words.ts'
import { RecordOptions, RecordRequest } from '../../../shared/contract/recording.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { EndRecord, TracerRecord } from '../../../shared/trace/wire-records.ts'
import type { JobOutcome, Kind } from '../kind.ts'
import { openSource } from '../record/open-source.ts'
import type { ReadProgram, RecordedProgram } from '../record/read-programs.ts'
import { tracedOptions, tracedProgram } from '../record/record-program.ts'
import { emptyRun, errorText, isOfCall, SkippedTest } from '../record/unrecorded.ts'

const PROBE_SECONDS = 1
/** Bytes a row of each takes in the store with its share of the indexes, as measured on small programs. */
const EVENT_BYTES = 45
const CHANGE_BYTES = 25
const VALUE_BYTES = 60

/** Runs the first program for a second, keeps nothing, and says how large its trace would become. */
export const probe: Kind<RecordRequest> = {
  name: 'probe',
  lane: 'trace',
  input: RecordRequest,
  title: () => 'Probe',
  run: async (input, ctx) => {
    const { programs, tracer } = await openSource(input, ctx)
    const first = programs.find((read) => read.ok) ?? programs[0]
    if (first === undefined) throw new ServiceError('bad-input', 'There is no program to probe.')
    if (!first.ok) return unread(first)
    ctx.report({ done: 0, total: 1, text: 'Running for a second' })
    const options = RecordOptions.parse(input)
    const seconds = Math.min(PROBE_SECONDS, options.limits.timeoutSeconds)
    const limits = { ...options.limits, timeoutSeconds: seconds }
    const measure = new Measure()
    const { wallMs } = await tracer.trace(
      tracedProgram(first.program),
      tracedOptions({ ...options, limits }),
      (records) => measure.take(records),
      ctx.signal,
    )
    return measure.outcome(first.program, wallMs, options)
  },
}

function unread({ name, error, isSkipped }: Extract<ReadProgram, { ok: false }>): JobOutcome {
  if (isSkipped !== true) throw new ServiceError('bad-input', `${name}: ${error}`)
  return skipped(name, error)
}

function skipped(program: string, why: string): JobOutcome {
  return { text: `${program}: ${why}`, result: { program, skipped: why } }
}

class Measure {
  private events = 0
  private bytes = 0
  private end: EndRecord | null = null

  take(records: readonly TracerRecord[]): void {
    for (const record of records) {
      if (record.kind === 'event') {
        this.events++
        this.bytes += EVENT_BYTES + (record.changes.length / 3) * CHANGE_BYTES
      } else if (record.kind === 'value') this.bytes += VALUE_BYTES + record.value.text.length
      else if (record.kind === 'out') this.bytes += record.text.length
      else if (record.kind === 'end') this.end = record
    }
  }

  outcome(
    { name, entry, test }: RecordedProgram,
    wallMs: number,
    options: RecordOptions,
  ): JobOutcome {
    const { events, bytes, end } = this
    if (end === null) throw new Error('the tracer gave no end record')
    const program = test?.nodeId ?? name
    const { stop, exit, error } = end
    if (stop === 'skipped') return skipped(program, new SkippedTest(end).message)
    const message = error?.message ?? ''
    if (stop === 'not_run')
      throw new ServiceError('bad-input', `${program}: ${asSentence(message)}`)
    if (stop === 'syntax_error') {
      const what = isOfCall(entry, message) ? `The call of ${program}` : program
      throw new ServiceError('bad-input', `${what} is not valid Python: ${asSentence(message)}`)
    }
    const run = { entry, options, stopReason: stop, exit, error: errorText(error), events }
    const empty = emptyRun(run)
    if (empty !== null) throw new ServiceError('bad-input', `${program}: ${empty}`)
    const { limits } = options
    const isWhole = stop !== 'time_limit'
    const growth = isWhole ? 1 : (limits.timeoutSeconds * 1000) / wallMs
    const predictedEvents = Math.min(limits.maxSteps, Math.round(events * growth))
    const predictedBytes = events === 0 ? 0 : Math.round((bytes / events) * predictedEvents)
    const size = `${formatNoun(predictedEvents, 'event')}, about ${formatBytes(predictedBytes)}`
    const rate = `${formatCount(Math.round(events / (wallMs / 1000)))} events/s`
    const text = isWhole
      ? `${program} ended within ${(wallMs / 1000).toFixed(2)} s: ${size}.`
      : `${program} goes on after ${(wallMs / 1000).toFixed(1)} s at ${rate}: up to ${size} within its limits.`
    const result = {
      program,
      events,
      bytes,
      wallMs,
      stop,
      isWhole,
      predictedEvents,
      predictedBytes,
    }
    return { text, result }
  }
}
