import { parseStepCondition } from '../../../../shared/query/check.ts'
import type { TRIGGER_KINDS } from '../../../../shared/tree/breakpoints.ts'
import type { PlacedTrigger } from '../../state/breakpoints.ts'

export type TriggerKind = (typeof TRIGGER_KINDS)[number]

/** What the form holds: every field as text, whichever the kind uses. */
export interface BreakpointDraft {
  readonly kind: TriggerKind
  readonly file: string
  readonly line: string
  readonly condition: string
  readonly count: string
  readonly every: boolean
  readonly type: string
  readonly function: string
  readonly variable: string
}

export const KIND_WORDS: Readonly<Record<TriggerKind, string>> = {
  line: 'Line',
  condition: 'Line, on a condition',
  hits: 'Line, on a visit',
  exception: 'Exception',
  data: 'Variable changes',
}

/** The draft of a breakpoint that is there; what its kind does not use comes from `blank`. */
export function draftOf(trigger: PlacedTrigger, blank: BreakpointDraft): BreakpointDraft {
  switch (trigger.kind) {
    case 'exception':
      return { ...blank, kind: 'exception', type: trigger.type ?? '' }
    case 'data':
      return { ...blank, ...trigger }
    case 'line':
      return { ...blank, ...trigger, line: String(trigger.line) }
    case 'condition':
      return { ...blank, ...trigger, line: String(trigger.line) }
    case 'hits':
      return { ...blank, ...trigger, line: String(trigger.line), count: String(trigger.count) }
  }
}

/** What is wrong with the draft, a sentence by field; or the trigger it makes. */
export type Checked =
  | { readonly trigger: PlacedTrigger; readonly errors: null }
  | {
      readonly trigger: null
      readonly errors: Readonly<Partial<Record<keyof BreakpointDraft, string>>>
    }

function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null
}

type Errors = Partial<Record<keyof BreakpointDraft, string>>

function checked(trigger: PlacedTrigger, errors: Errors): Checked {
  return Object.keys(errors).length === 0 ? { trigger, errors: null } : { trigger: null, errors }
}

const NO_NUMBER = 'Give a whole number from 1 on.'

/** The trigger a draft makes, or what is wrong with it. */
export function checkDraft(draft: BreakpointDraft): Checked {
  const { kind, file } = draft
  if (kind === 'exception') {
    const type = draft.type.trim()
    return { trigger: { kind, type: type === '' ? null : type }, errors: null }
  }
  const errors: Errors = {}
  if (kind === 'data') {
    const name = draft.function.trim()
    const variable = draft.variable.trim()
    if (name === '') errors.function = 'Name the function whose variable it is.'
    if (variable === '') errors.variable = 'Name the variable.'
    return checked({ kind, function: name, variable }, errors)
  }
  const line = wholeOf(draft.line) ?? 0
  if (line === 0) errors.line = NO_NUMBER
  if (kind === 'line') return checked({ kind, file, line }, errors)
  if (kind === 'condition') {
    const condition = draft.condition.trim()
    const parsed = parseStepCondition(condition)
    if (!parsed.ok) errors.condition = parsed.error.message
    return checked({ kind, file, line, condition }, errors)
  }
  const count = wholeOf(draft.count) ?? 0
  if (count === 0) errors.count = NO_NUMBER
  return checked({ kind, file, line, count, every: draft.every }, errors)
}
