import { transcriptOf } from '../../shared/grammar/transcript.ts'
import type { Transcript } from '../../shared/grammar/types.ts'
import { applyAction, directionOf, startOf } from '../../shared/trajectory/act.ts'
import { activationScope, rootScope } from '../../shared/trajectory/scope.ts'
import type { ActionName, Direction, Step } from '../../shared/trajectory/types.ts'
import { createWalk } from '../../shared/trajectory/walk.ts'
import type { tracePlace } from './hand-trace.ts'

type Place = ReturnType<typeof tracePlace> & { readonly source: string }

/** An action's name, or the line of a breakpoint after `breakpoint:`. */
export type Told = ActionName | `breakpoint:${string}`

function actionOf(told: Told) {
  const [, operand] = told.match(/^breakpoint:(.*)$/s) ?? []
  if (operand !== undefined) return { name: 'breakpoint' as const, operand }
  return { name: told as ActionName, operand: null }
}

/** The transcript of a trajectory that takes the given actions in a scope, by default the whole trace. */
export function follow(place: Place, told: readonly Told[], activation?: number): Transcript {
  const { tree, sources, lookup, source } = place
  const whole = rootScope(tree)
  if (whole === null) throw new Error('empty trace')
  const scope = activation === undefined ? whole : activationScope(tree, activation)
  const walk = createWalk(sources, scope)
  const actions = told.map(actionOf)
  const direction: Direction = directionOf(actions[0]?.name ?? 'step_into')
  const start = startOf(walk, direction)
  const steps: Step[] = []
  let at = start
  for (const action of actions) {
    const outcome = applyAction(walk, at, action)
    if (outcome.kind === 'undefined') throw new Error(outcome.reason)
    if (outcome.kind === 'exit') {
      steps.push({ action, target: null })
      return transcriptOf({ direction, start, steps, exit: outcome.exit }, lookup, source)
    }
    at = outcome.target
    steps.push({ action, target: at })
  }
  return transcriptOf({ direction, start, steps, exit: null }, lookup, source)
}
