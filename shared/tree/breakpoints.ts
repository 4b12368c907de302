import { firstFrom, type Visits, visitsOfLine } from './visits.ts'

/** What a breakpoint stops at. Lines go by file and number, never by their text. */
export type TriggerIn<File> =
  | { readonly kind: 'line'; readonly file: File; readonly line: number }
  /** Visits of the line at which the condition holds (shared/query). */
  | {
      readonly kind: 'condition'
      readonly file: File
      readonly line: number
      readonly condition: string
    }
  /** The n-th visit of the line in the trace, or every n-th. */
  | {
      readonly kind: 'hits'
      readonly file: File
      readonly line: number
      readonly count: number
      readonly every: boolean
    }
  /** Every `exception` event, or those of one type, by the name of its class. */
  | { readonly kind: 'exception'; readonly type: string | null }
  /** Each event at which a variable of a function is first seen with another value; arguments of a call are not. */
  | { readonly kind: 'data'; readonly function: string; readonly variable: string }

/** A trigger in a trace, whose files are numbered; a file that the trace does not hold is -1. */
export type Trigger = TriggerIn<number>

export const TRIGGER_KINDS = ['line', 'condition', 'hits', 'exception', 'data'] as const

/** A trigger that only the states can answer: the store looks for it. */
export type StateTrigger = Extract<Trigger, { kind: 'condition' | 'exception' | 'data' }>

export function needsStates(trigger: Trigger): trigger is StateTrigger {
  if (trigger.kind === 'exception') return trigger.type !== null
  return trigger.kind === 'condition' || trigger.kind === 'data'
}

export type SearchDirection = 'forward' | 'backward'

function nearestOf(rising: readonly number[], from: number, direction: SearchDirection) {
  const index = firstFrom(rising, from)
  return (direction === 'forward' ? rising[index] : rising[index - 1]) ?? null
}

/** Of visits only the n-th, or every n-th, counted from one over the whole trace whatever the direction. */
function nearestHit(
  seqs: readonly number[],
  { count, every }: { readonly count: number; readonly every: boolean },
  from: number,
  direction: SearchDirection,
): number | null {
  const index = firstFrom(seqs, from)
  const last = every
    ? Math.floor(seqs.length / count)
    : Math.min(1, Math.floor(seqs.length / count))
  // The k-th hit, from one, is visit k * count.
  const after = Math.ceil((index + 1) / count)
  const hit = direction === 'forward' ? after : Math.min(after - 1, last)
  return hit < 1 || hit > last ? null : (seqs[hit * count - 1] ?? null)
}

function nearestStop(
  visits: Visits,
  trigger: Trigger,
  from: number,
  direction: SearchDirection,
): number | null {
  switch (trigger.kind) {
    case 'line':
      return nearestOf(visitsOfLine(visits, trigger.file, trigger.line), from, direction)
    case 'hits':
      return nearestHit(visitsOfLine(visits, trigger.file, trigger.line), trigger, from, direction)
    case 'exception':
      return trigger.type === null ? nearestOf(visits.exceptions, from, direction) : null
    case 'condition':
    case 'data':
      return null
  }
}

/**
 * The nearest stop of the triggers that need no states: forward the first at or after `from`, backward the last
 * before it; null when there is none. Costs a binary search a trigger, whatever the length of the trace.
 */
export function nextStop(
  visits: Visits,
  triggers: readonly Trigger[],
  from: number,
  direction: SearchDirection,
): number | null {
  const found = triggers.flatMap((trigger) => nearestStop(visits, trigger, from, direction) ?? [])
  if (found.length === 0) return null
  return direction === 'forward' ? Math.min(...found) : Math.max(...found)
}

/** Seqs at which the triggers that need no states stop, rising: what the strip marks. */
export function stopsOf(visits: Visits, triggers: readonly Trigger[]): readonly number[] {
  const lists = triggers.flatMap((trigger): (readonly number[])[] => {
    if (trigger.kind === 'line') return [visitsOfLine(visits, trigger.file, trigger.line)]
    if (trigger.kind !== 'hits') return []
    const seqs = visitsOfLine(visits, trigger.file, trigger.line)
    const { count, every } = trigger
    const isHit = every ? (n: number) => n % count === 0 : (n: number) => n === count
    return [seqs.filter((_, index) => isHit(index + 1))]
  })
  const [only] = lists
  return lists.length === 1 && only !== undefined ? only : lists.flat().sort((a, b) => a - b)
}

const NTH: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function nth(count: number): string {
  // Made when it is needed: the first use of Intl takes a browser tens of milliseconds.
  const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
  return `${count}${NTH[ordinals.select(count)]}`
}

/** A trigger in words: `line 12`, `line 12 when n == 3`, `any exception`, `x of main changes`. */
export function triggerText(trigger: TriggerIn<number | string>): string {
  switch (trigger.kind) {
    case 'line':
      return `line ${trigger.line}`
    case 'condition':
      return `line ${trigger.line} when ${trigger.condition}`
    case 'hits':
      return `line ${trigger.line}, ${trigger.every ? 'every ' : 'the '}${nth(trigger.count)} visit`
    case 'exception':
      return trigger.type === null ? 'any exception' : `exception ${trigger.type}`
    case 'data':
      return `${trigger.variable} of ${trigger.function} changes`
  }
}

/** Why a trigger stops nowhere in a whole trace, as a sentence, or null; what only the states tell is not asked. */
export function neverReason(
  visits: Visits,
  functions: ReadonlySet<string>,
  trigger: Trigger,
): string | null {
  switch (trigger.kind) {
    case 'line':
    case 'condition':
    case 'hits': {
      if (trigger.file < 0) return 'No line of this file runs in this trace.'
      const { length } = visitsOfLine(visits, trigger.file, trigger.line)
      if (length === 0) return `Line ${trigger.line} never runs in this trace.`
      if (trigger.kind !== 'hits' || trigger.count <= length) return null
      return `Line ${trigger.line} runs only ${length} ${length === 1 ? 'time' : 'times'} in this trace.`
    }
    case 'exception':
      return visits.exceptions.length === 0 ? 'No exception is raised in this trace.' : null
    case 'data':
      return functions.has(trigger.function)
        ? null
        : `${trigger.function} is never called in this trace.`
  }
}
