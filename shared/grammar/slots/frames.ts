import { must } from '../../base/assert.ts'
import type { Direction } from '../../trajectory/types.ts'
import type { LocalsText } from '../types.ts'
import type { EventWord } from './vocabulary.ts'

/** An activation as a reader of the states knows it. */
export interface Frame {
  /** Number of the line of the latest state in it; 0 before the first, and where its text is not in the code. */
  line: number
  /** How often each line was reached. */
  readonly visits: Map<number, number>
  /** Names of the variables told so far. */
  told: Set<string>
  /** There are no others. */
  isComplete: boolean
  /** The next state in it tells all variables (2.5). */
  isFull: boolean
}

/**
 * The activations that states move through, read off the events and actions alone. After a breakpoint the depth is
 * unknown, so that the callers are forgotten.
 */
export interface Frames {
  readonly stack: readonly Frame[]
  /** Moves to the activation of the next state. */
  readonly begin: (event: EventWord, action: string | null) => Frame
  /** Passes the state that was begun. */
  readonly end: () => void
}

function newFrame(): Frame {
  return { line: 0, visits: new Map(), told: new Set(), isComplete: true, isFull: true }
}

export function createFrames(direction: Direction): Frames {
  const isForward = direction === 'forward'
  const stack: Frame[] = []
  let latest: EventWord | null = null

  const isEntered = (event: EventWord, action: string | null): boolean => {
    if (stack.length === 0) return true
    if (isForward) return event === 'call'
    return event === 'return' || (latest === 'line_call' && action === 'inv_step_into')
  }
  return {
    stack,
    begin: (event, action) => {
      if (action === 'breakpoint') stack.length = 0
      if (isEntered(event, action)) stack.push(newFrame())
      latest = event
      return must(stack.at(-1), 'frame')
    },
    end: () => {
      if (latest !== (isForward ? 'return' : 'call')) return
      stack.pop()
      const caller = stack.at(-1)
      if (caller !== undefined) caller.isFull = true
    },
  }
}

/** Whether the locals of a state leave out unchanged ones, as its event and what was told before suggest. */
export function suggestsRest(
  frame: Frame,
  entries: LocalsText['entries'],
  { event, direction }: { event: EventWord; direction: Direction },
): boolean {
  if (direction === 'inverse') return event !== 'call'
  if (frame.isFull) return false
  if (!frame.isComplete) return true
  const repeated = entries.filter(([name]) => frame.told.has(name)).length
  return repeated < frame.told.size
}

/** Forgets variables that a state says are not there. */
export function forgetNames(frame: Frame, gone: readonly string[]): void {
  for (const name of gone) frame.told.delete(name)
}

/** Notes what a state tells of its activation's locals; null for a state that tells none. */
export function learnLocals(frame: Frame, locals: LocalsText | null): void {
  if (locals === null || locals.omitted) {
    if (frame.isFull) frame.isComplete = false
    for (const [name] of locals?.entries ?? []) frame.told.add(name)
  } else {
    frame.told = new Set(locals.entries.map(([name]) => name))
    frame.isComplete = true
  }
  frame.isFull = false
}
