import {
  type EventKind,
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
} from '../../../shared/trace/event.ts'

const SUSPENDS = /\b(yield|await|async\s+(for|with))\b/
export const GENERATOR = '<genexpr>'

interface Seen {
  readonly kind: EventKind
  readonly flags: number
}

/** What formats without our flags tell of a return. */
export interface Leaving {
  /** Name of the function that is left, and the source line it is left on. */
  readonly name: string
  readonly src: string
  readonly isNone: boolean
  /** The frame's own event before, and the trace's. */
  readonly own: Seen | null
  readonly before: Seen | null
  /** Text of the latest exception in the frame, and that of the event after if it is one. */
  readonly thrown: string | null
  readonly nextThrown: string | null
}

/**
 * Whether a return is a yield, or an exception leaving the frame, from what surrounds it. A generator that is never
 * gone on with and ends on its last yield cannot be told from one that is dropped there.
 */
export function leavingFlags(leaving: Leaving): number {
  const { name, src, isNone, own, before } = leaving
  if (isNone && (own?.kind === 'exception' || isThrough(leaving))) return FLAG_UNWOUND
  if (own?.kind === 'exception') return 0
  const isGenerator = name === GENERATOR
  if (!isGenerator && !SUSPENDS.test(src)) return 0
  if (before === own) {
    // It went on with the line and left at once: that was its end.
    if (own?.kind === 'call' && (own.flags & FLAG_RESUMED) !== 0) return 0
    return isGenerator && isNone ? 0 : FLAG_YIELDED
  }
  if (isGenerator) return isNone ? 0 : FLAG_YIELDED
  // What it called has just left: a yield is passed on, after an end it may have gone on to its own.
  if (((before?.flags ?? 0) & FLAG_YIELDED) !== 0) return FLAG_YIELDED
  return /^\s*return\b/.test(src) ? 0 : FLAG_YIELDED
}

/** Through a `finally`: the caller gets the same exception, or a generator is being closed, of which it gets none. */
function isThrough({ thrown, nextThrown }: Leaving): boolean {
  if (thrown === null) return false
  return thrown === nextThrown || /^'?GeneratorExit\b/.test(thrown)
}
