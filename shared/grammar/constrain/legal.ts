import { EXITS_OF, type TrajectoryExit } from '../../trajectory/types.ts'
import { FORWARD_EVENTS, INVERSE_EVENTS } from '../tokens.ts'
import type { StateEvent, Transcript } from '../types.ts'

/** What may follow the last action of a transcript. */
export interface LegalOutcomes {
  readonly events: readonly StateEvent[]
  readonly exits: readonly TrajectoryExit[]
  /** The one source text that the state can have; null where it may have any of the code. */
  readonly src: string | null
}

function returned({ events }: LegalOutcomes): LegalOutcomes {
  // A trace that was cut before the return ends as one that never does.
  return { events: events.filter((event) => event === 'return'), exits: ['never'], src: null }
}

/** From the second look at a line: into the call it has, or back over it to the line itself. */
function besideCall(whole: LegalOutcomes, isInto: boolean, src: string): LegalOutcomes {
  if (isInto) return { ...whole, exits: [] }
  return { events: whole.events.filter((event) => event !== 'inv_line_call'), exits: [], src }
}

/**
 * What the last action can lead to by the rules of the state tree (neural-debugger.md 2.2), as far as the state that it
 * was taken at tells.
 */
export function legalOutcomes({ direction, states, actions }: Transcript): LegalOutcomes {
  const { event, src = '' } = states.at(-1) ?? {}
  const { name, operand } = actions.at(-1) ?? {}
  const events = direction === 'forward' ? FORWARD_EVENTS : INVERSE_EVENTS
  const whole = { events, exits: EXITS_OF[direction], src: null }
  switch (name) {
    case 'continue':
      return { ...whole, events: [] }
    case 'breakpoint':
      return { ...whole, src: operand ?? '' }
    case 'step_return':
      return event === 'return' ? whole : returned(whole)
    case 'inv_step_call':
      return event === 'inv_call' ? whole : { events: ['inv_call'], exits: [], src: null }
    case 'inv_step_into':
    case 'inv_step_over':
      return event === 'inv_line_call' ? besideCall(whole, name === 'inv_step_into', src) : whole
    default:
      return whole
  }
}

/**
 * The outcomes without states where none can have its source: a breakpoint on a text that is no line of the code is not
 * reached in it. A state that has to come may be at any line.
 */
export function withinCode(
  outcomes: LegalOutcomes,
  isLine: (src: string) => boolean,
): LegalOutcomes {
  if (outcomes.src === null || isLine(outcomes.src)) return outcomes
  if (outcomes.exits.length === 0) return { ...outcomes, src: null }
  return { ...outcomes, events: [], src: null }
}
