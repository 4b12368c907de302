import {
  formatBytes,
  formatCount,
  formatDuration,
  scopeWords,
} from '../../../../shared/base/words.ts'
import type { RecordLimits, RecordOptions } from '../../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'

export type ProvenanceRow = readonly [term: string, text: string]

/** Rows that a machine wrote: digests and ids. */
export const CODED_TERMS: ReadonlySet<string> = new Set([
  'Code SHA-256',
  'Project SHA-256',
  'Trace',
])

const VALUE_WORDS: Readonly<Record<RecordOptions['values'], string>> = {
  repr: 'as Python shows them (repr)',
  structural: 'by structure; no code of the program ran for them',
}

const LOOP_WORDS: Readonly<Record<RecordOptions['loops'], string>> = {
  all: 'every pass',
  sampled: 'sampled: the first three, the last three, and each that reached new code',
}

const MEBIBYTE = 1_048_576

/** A limit as it was chosen: `8 MiB` is not said as 8.4 MB. */
function sizeText(bytes: number): string {
  const isBinary = bytes > 0 && bytes % MEBIBYTE === 0
  return isBinary ? `${formatCount(bytes / MEBIBYTE)} MiB` : formatBytes(bytes)
}

function limitsText(limits: RecordLimits): string {
  const { maxSteps, timeoutSeconds, cpuSeconds, maxBytes, maxDepth } = limits
  return [
    `${formatCount(maxSteps)} events`,
    formatDuration(timeoutSeconds * 1000),
    ...(cpuSeconds === null ? [] : [`${formatDuration(cpuSeconds * 1000)} of processor time`]),
    ...(maxBytes === null ? [] : [`${sizeText(maxBytes)} of trace`]),
    ...(maxDepth === null ? [] : [`${formatCount(maxDepth)} nested calls`]),
    `${sizeText(limits.outputBytes)} of output`,
    `${formatCount(limits.valueCharacters)} characters a value`,
  ].join(' · ')
}

function choiceRows({ options, maxSteps, timeoutSeconds }: TraceDetail): ProvenanceRow[] {
  if (options === null) {
    const limits = `${formatCount(maxSteps)} events · ${formatDuration(timeoutSeconds * 1000)}`
    return [
      ['Limits', limits],
      ['Choices', 'not told by this trace'],
    ]
  }
  return [
    ['Values', VALUE_WORDS[options.values]],
    ['Loops', LOOP_WORDS[options.loops]],
    ['Scope', scopeWords(options.scope) ?? 'all of the program’s own code'],
    ['Limits', limitsText(options.limits)],
    ['Hash seed', String(options.hashSeed)],
  ]
}

/** Where a trace comes from and how it was made, in full. */
export function provenanceRows(trace: TraceDetail): readonly ProvenanceRow[] {
  return [
    ...(trace.imported === null ? [] : [['Imported from', trace.imported] as const]),
    ['Entry', trace.entry ?? 'the program as a script'],
    ['Engine', trace.engine],
    ['Python', trace.pythonVersion],
    ['Tracer', `${trace.tracerVersion}, through sys.${trace.backend}`],
    ['Sandbox', trace.sandbox],
    ...choiceRows(trace),
    ['Origin', trace.origin ?? 'not given'],
    ['Licence', trace.licence ?? 'not given'],
    ['Code SHA-256', trace.codeSha256],
    ...(trace.projectSha256 === null
      ? []
      : [
          ['Project SHA-256', trace.projectSha256] as const,
          ['Files', `${formatCount(trace.files.length)}: ${trace.files.join(', ')}`] as const,
        ]),
    ['Trace', trace.trace],
  ]
}
