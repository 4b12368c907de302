import type { TextSpan } from '../../../shared/grammar/types.ts'

/** A state of a trajectory in a list: the action that led to it, and what its text says. */
export interface StepRow {
  /** Index of the state: 0 is the start, state i + 1 is what step i leads to. */
  readonly state: number
  /** Null for the start. */
  readonly action: string | null
  /** Source line of a breakpoint. */
  readonly operand: string | null
  /** `line`, `call`, `inv_return`…; for the exit `exit`. */
  readonly event: string
  readonly source: string
  /** Locals or argument as written in the text; for the exit its code. */
  readonly value: string
  readonly isExit: boolean
  /** Seq of the state in the trace; of the exit, the first seq outside the scope. */
  readonly seq: number
}

/** What of a trajectory the rows are made of. */
export interface StepsOf {
  readonly start: { readonly seq: number }
  readonly scope: { readonly open: number; readonly close: number }
  readonly row: { readonly direction: 'forward' | 'inverse' }
  readonly steps: readonly {
    readonly action: { readonly name: string; readonly operand: string | null }
    readonly target: { readonly seq: number } | null
  }[]
}

/** `line` of `<|line_sep|>`, `normal` of `<|exit_normal|>`; other text as it is. */
function wordOf(token: string): string {
  return token.replace(/^<\|(?:(?:inv_)?exit_)?/, '').replace(/(?:_sep)?\|>$/, '')
}

interface StateParts {
  event: string
  source: string
  value: string
  exit: string | null
}

const NO_PARTS: StateParts = { event: '', source: '', value: '', exit: null }

/** The parts of each state's text by role; a value keeps at most `VALUE_CHARS` characters. */
const VALUE_CHARS = 400

function partsByState(text: string, spans: readonly TextSpan[]): Map<number, StateParts> {
  const states = new Map<number, StateParts>()
  for (const { start, end, role, step } of spans) {
    if (step < 0) continue
    const parts = states.get(step) ?? { ...NO_PARTS }
    states.set(step, parts)
    if (role === 'event') parts.event = wordOf(text.slice(start, end))
    else if (role === 'source') parts.source += text.slice(start, end)
    else if (role === 'locals' || role === 'argument') {
      const room = VALUE_CHARS - parts.value.length
      parts.value += text.slice(start, Math.min(end, start + room))
    } else if (role === 'exit') parts.exit = wordOf(text.slice(start, end))
  }
  return states
}

/** Rows of a trajectory from its steps and its text. */
export function stepRows(
  trajectory: StepsOf,
  encoded: { readonly text: string; readonly spans: readonly TextSpan[] },
): readonly StepRow[] {
  const states = partsByState(encoded.text, encoded.spans)
  const { scope, row, start, steps } = trajectory
  const outside = row.direction === 'forward' ? scope.close + 1 : scope.open
  const rowAt = (state: number, step: StepsOf['steps'][number] | null): StepRow => {
    const parts = states.get(state) ?? NO_PARTS
    const isExit = step !== null && step.target === null
    return {
      state,
      action: step?.action.name ?? null,
      operand: step?.action.operand ?? null,
      event: isExit ? 'exit' : parts.event,
      source: parts.source,
      value: isExit ? (parts.exit ?? '') : parts.value,
      isExit,
      seq: step === null ? start.seq : (step.target?.seq ?? outside),
    }
  }
  return [rowAt(0, null), ...steps.map((step, index) => rowAt(index + 1, step))]
}
