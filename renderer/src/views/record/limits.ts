/** A budget as the form asks for it; ranges are those of the contract's RecordLimits. */
export interface LimitField {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly kind: 'whole' | 'seconds' | 'bytes'
  /** As shown at first; empty is no limit. */
  readonly initial: string
  readonly nullable: boolean
  readonly hint?: string
}

const MEBIBYTE = 1_048_576

export const LIMITS = {
  maxSteps: {
    label: 'Most events',
    min: 1,
    max: 5_000_000,
    kind: 'whole',
    initial: '100000',
    nullable: false,
  },
  timeoutSeconds: {
    label: 'Most seconds',
    min: 0.05,
    max: 3600,
    kind: 'seconds',
    initial: '10',
    nullable: false,
  },
  cpuSeconds: {
    label: 'Processor seconds',
    min: 0.05,
    max: 3600,
    kind: 'seconds',
    initial: '',
    nullable: true,
  },
  maxBytes: {
    label: 'Size of the trace',
    min: 1000,
    max: 4096 * MEBIBYTE,
    kind: 'bytes',
    initial: '',
    nullable: true,
  },
  maxDepth: {
    label: 'Nested calls',
    min: 1,
    max: 1_000_000,
    kind: 'whole',
    initial: '',
    nullable: true,
  },
  outputBytes: {
    label: 'Printed output',
    min: 0,
    max: 32 * MEBIBYTE,
    kind: 'bytes',
    initial: '8 MiB',
    nullable: false,
  },
  valueCharacters: {
    label: 'Characters of a value',
    min: 64,
    max: MEBIBYTE,
    kind: 'whole',
    initial: '65536',
    nullable: false,
    hint: 'Longer values are cut; their size and a digest of the whole are kept.',
  },
} as const satisfies Readonly<Record<string, LimitField>>

export type LimitName = keyof typeof LIMITS
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[]
/** The two that nearly every recording is bounded by; the others are under "More choices". */
export const FIRST_LIMITS: readonly LimitName[] = ['maxSteps', 'timeoutSeconds']

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  kib: 1024,
  mib: MEBIBYTE,
  gib: 1024 * MEBIBYTE,
}

const NUMBER = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i

function parseBytes(text: string): number | null {
  const [, digits, unit = ''] = NUMBER.exec(text) ?? []
  const factor = UNITS[unit.toLowerCase()]
  return digits === undefined || factor === undefined ? null : Math.round(Number(digits) * factor)
}

function parseNumber(text: string, isWhole: boolean): number | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  const value = Number(text)
  return isWhole && !Number.isInteger(value) ? null : value
}

const RULES: Readonly<Record<LimitName, string>> = {
  maxSteps: 'A whole number from 1 to 5,000,000.',
  timeoutSeconds: 'A number from 0.05 to 3,600.',
  cpuSeconds: 'A number from 0.05 to 3,600; leave it empty for no limit.',
  maxBytes: 'A size from 1 kB to 4 GiB, such as 200 MB; leave it empty for no limit.',
  maxDepth: 'A whole number from 1 to 1,000,000; leave it empty for no limit.',
  outputBytes: 'A size from 0 to 32 MiB, such as 500 kB.',
  valueCharacters: 'A whole number from 64 to 1,048,576.',
}

export type ReadLimit =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly error: string }

/** A budget as typed: the number it means, null for no limit, or what is wrong with it in words. */
export function readLimit(name: LimitName, text: string): ReadLimit {
  const field: LimitField = LIMITS[name]
  const written = text.trim().replaceAll(',', '')
  if (written === '' && field.nullable) return { ok: true, value: null }
  const value =
    field.kind === 'bytes' ? parseBytes(written) : parseNumber(written, field.kind === 'whole')
  if (value === null || value < field.min || value > field.max) {
    return { ok: false, error: RULES[name] }
  }
  return { ok: true, value }
}
