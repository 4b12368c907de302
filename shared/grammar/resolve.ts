import type { LocalsText, StateText, Transcript } from './types.ts'

/** A variable as a reader of the text knows it. */
export interface ResolvedVariable {
  readonly name: string
  readonly text: string
  /** Told at an earlier state, and since then a state was passed that does not tell locals: it may have changed. */
  readonly stale: boolean
}

/** What a reader of the text knows of the locals at a state. */
export interface ResolvedLocals {
  readonly variables: readonly ResolvedVariable[]
  /** There may be variables whose names and values the text never told. */
  readonly hasUnknown: boolean
}

type Known = ReadonlyMap<string, ResolvedVariable>

/** What is known in one activation. */
interface Knowledge {
  readonly known: Known
  readonly hasUnknown: boolean
}

const NOTHING_KNOWN: Knowledge = { known: new Map(), hasUnknown: true }

function learn(before: Knowledge, { omitted, entries }: LocalsText): Knowledge {
  const told = entries.map(([name, text]) => [name, { name, text, stale: false }] as const)
  if (!omitted) return { known: new Map(told), hasUnknown: false }
  return { known: new Map([...before.known, ...told]), hasUnknown: before.hasUnknown }
}

/** After what the text does not tell, all that was told may have changed, and more may have come. */
function age(before: Knowledge): Knowledge {
  const aged = [...before.known.values()].map(
    (variable) => [variable.name, { ...variable, stale: true }] as const,
  )
  return { known: new Map(aged), hasUnknown: true }
}

/**
 * Callers below the activation a text is in. Entering one and leaving it is read off the events; after a
 * breakpoint the depth is unknown, so nothing is known of callers.
 */
interface Stack {
  current: Knowledge
  readonly callers: Knowledge[]
}

function enter(stack: Stack): void {
  stack.callers.push(stack.current)
  stack.current = NOTHING_KNOWN
}

function leave(stack: Stack): Knowledge {
  return stack.callers.pop() ?? NOTHING_KNOWN
}

/** Follows the activation from state `index - 1` to state `index`. */
type Follow = (stack: Stack, transcript: Transcript, index: number) => void

const followForward: Follow = (stack, { states, actions }, index) => {
  if (actions[index - 1]?.name === 'breakpoint') {
    stack.callers.length = 0
    stack.current = NOTHING_KNOWN
    return
  }
  // The callee may have changed what the caller holds.
  if (states[index - 1]?.event === 'return') stack.current = age(leave(stack))
  if (states[index]?.event === 'call') enter(stack)
}

const followInverse: Follow = (stack, { states, actions }, index) => {
  const before = states[index - 1]?.event
  const isEntering = before === 'inv_line_call' && actions[index - 1]?.name === 'inv_step_into'
  // Back at the moment of the duplicate, whose locals the next ones are told against.
  if (before === 'inv_call') stack.current = leave(stack)
  if (isEntering || (before === 'inv_call' && states[index]?.event === 'inv_return')) enter(stack)
}

function update(before: Knowledge, state: StateText): Knowledge {
  return state.locals === null ? age(before) : learn(before, state.locals)
}

/**
 * The locals each state of a text stands for, as far as the text tells (2.5). Forward, unchanged variables keep
 * what was told before; inverse, they keep what was told of a later moment, and what was never told is unknown. A
 * name that is gone, by `del` or by going back before its first assignment, cannot be told from one that is kept.
 */
export function resolveLocals(transcript: Transcript): readonly ResolvedLocals[] {
  const follow = transcript.direction === 'forward' ? followForward : followInverse
  const stack: Stack = { current: NOTHING_KNOWN, callers: [] }
  return transcript.states.map((state, index) => {
    if (index > 0) follow(stack, transcript, index)
    stack.current = update(stack.current, state)
    const { known, hasUnknown } = stack.current
    return { variables: [...known.values()], hasUnknown }
  })
}
