import type { Forecast } from './calibration.ts'
import { canonicalValue } from './compare-values.ts'
import { type Read, scoreRead, type Truth } from './score.ts'

/** What several answers to one question say of one thing, and which of it most of them say. */
export interface Agreement {
  /** What the most say, the first of them on a tie; null where the most have no such thing, or could not be read. */
  readonly value: string | null
  /** Samples that say it, of all. */
  readonly count: number
  readonly total: number
  readonly share: number
  /** Everything that is said, the most frequent first; samples that say nothing are not in it. */
  readonly values: readonly { readonly value: string; readonly count: number }[]
  /** Whether what the most say is right; null where nobody knows. */
  readonly isRight: boolean | null
}

export interface StateAgreement {
  readonly event: Agreement
  readonly line: Agreement
  /** Null where no sample has one. */
  readonly argument: Agreement | null
  /** Every variable that a sample tells of, in the order they come. */
  readonly variables: readonly (Agreement & { readonly name: string })[]
  /** All of it together. */
  readonly state: Agreement
}

/** One of several answers to one question as it was read; null for one that could not be. */
export type Sample = Read | null

/** Something said: `key` is equal for what is equal once forms of print are set aside. */
interface Said {
  readonly key: string
  readonly text: string
}

function sameAs(text: string | null): Said | null {
  return text === null ? null : { key: text, text }
}

function valueSaid(text: string | null): Said | null {
  return text === null ? null : { key: canonicalValue(text), text }
}

type Judge = (value: string | null, sample: Sample) => boolean | null

function agreementOn(
  samples: readonly Sample[],
  said: (read: Read) => Said | null,
  judge: Judge,
): Agreement {
  const groups = new Map<string | null, { value: string | null; count: number; first: Sample }>()
  for (const sample of samples) {
    const one = sample === null ? null : said(sample)
    // Answers that could not be read agree with nothing, nor with each other.
    if (sample === null) continue
    const key = one?.key ?? null
    const group = groups.get(key) ?? { value: one?.text ?? null, count: 0, first: sample }
    groups.set(key, group)
    group.count++
  }
  const all = [...groups.values()].sort((a, b) => b.count - a.count)
  const [most] = all
  const total = samples.length
  const count = most?.count ?? 0
  return {
    value: most?.value ?? null,
    count,
    total,
    share: total === 0 ? 0 : count / total,
    values: all.flatMap(({ value, count: times }) =>
      value === null ? [] : [{ value, count: times }],
    ),
    isRight: most === undefined ? null : judge(most.value, most.first),
  }
}

function eventOf({ outcome }: Read): string {
  return outcome.kind === 'state' ? outcome.state.event : outcome.exit
}

function lineOf({ outcome }: Pick<Read, 'outcome'>): string | null {
  return outcome.kind === 'state' ? outcome.state.src : null
}

function argumentOf({ outcome }: Pick<Read, 'outcome'>): string | null {
  return outcome.kind === 'state' ? outcome.state.arg : null
}

/** The variables that a sample says stand so now; what it left as it was told long ago is not of its saying. */
function toldLocals({ locals }: Pick<Read, 'locals'>): ReadonlyMap<string, string> {
  const fresh = locals?.variables.filter(({ stale }) => !stale) ?? []
  return new Map(fresh.map(({ name, text }) => [name, text]))
}

function stateSaid(read: Read): Said {
  const variables = [...toldLocals(read)].map(([name, text]) => [name, canonicalValue(text)])
  const argument = valueSaid(argumentOf(read))
  const key = [eventOf(read), lineOf(read), argument?.key ?? null, variables.sort()]
  return { key: JSON.stringify(key), text: eventOf(read) }
}

/** The real value of a variable; undefined where it is not known whether there is one. */
function realValue(truth: Truth, name: string): string | null | undefined {
  const known = truth.locals?.variables.find((one) => one.name === name)
  if (known !== undefined && !known.stale) return known.text
  const recorded = truth.recorded?.find(([other]) => other === name)?.[1]
  if (recorded !== undefined) return recorded
  return truth.recorded === null && truth.locals?.hasUnknown !== false ? undefined : null
}

function isSameValue(value: string | null, real: string | null): boolean {
  if (value === null || real === null) return value === real
  return canonicalValue(value) === canonicalValue(real)
}

function judgeOf(truth: Truth | null, real: (truth: Truth) => string | null | undefined): Judge {
  return (value) => {
    const expected = truth === null ? undefined : real(truth)
    return expected === undefined ? null : isSameValue(value, expected)
  }
}

/**
 * How far several answers to one question agree, part by part and as whole states. A sample that says nothing of a
 * part, as one that could not be read, counts in the total. Where the truth is known it says whether the most are right.
 */
export function agreementOf(samples: readonly Sample[], truth: Truth | null): StateAgreement {
  const names = new Set(samples.flatMap((one) => (one === null ? [] : [...toldLocals(one).keys()])))
  const isRightState: Judge = (_, sample) =>
    truth === null || sample === null ? null : scoreRead(truth, sample).verdict === 'match'
  const argument = agreementOn(
    samples,
    (read) => valueSaid(argumentOf(read)),
    judgeOf(truth, argumentOf),
  )
  return {
    event: agreementOn(
      samples,
      (read) => sameAs(eventOf(read)),
      judgeOf(truth, ({ outcome, ...rest }) => eventOf({ outcome, ...rest, line: null })),
    ),
    line: agreementOn(samples, (read) => sameAs(lineOf(read)), judgeOf(truth, lineOf)),
    argument: argument.values.length === 0 ? null : argument,
    variables: [...names].map((name) => ({
      name,
      ...agreementOn(
        samples,
        (read) => valueSaid(toldLocals(read).get(name) ?? null),
        judgeOf(truth, (known) => realValue(known, name)),
      ),
    })),
    state: agreementOn(samples, stateSaid, isRightState),
  }
}

/** Agreement as a confidence, where it is known whether the most are right. */
export function agreementForecasts(agreements: readonly Agreement[]): readonly Forecast[] {
  return agreements.flatMap(({ share, isRight }) =>
    isRight === null ? [] : [{ confidence: share, isRight }],
  )
}
