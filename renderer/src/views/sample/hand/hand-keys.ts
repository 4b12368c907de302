import { useMemo } from 'react'
import type { Legality } from '../../../../../shared/trajectory/act.ts'
import { type ActionName, PLAIN_ACTIONS } from '../../../../../shared/trajectory/types.ts'
import { declareCommands } from '../../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys.ts'
import type { HandActs } from './use-hand.ts'

/** The letters of the debugger; backwards with Shift (product.md 4.1). */
export const HAND_COMMANDS = declareCommands(
  'Sample by hand',
  'in the Sample view with a trajectory chosen',
  {
    'hand.step_into': { keys: ['s'], description: 'Append step_into' },
    'hand.step_over': { keys: ['n'], description: 'Append step_over' },
    'hand.step_return': { keys: ['o'], description: 'Append step_return' },
    'hand.continue': { keys: ['c'], description: 'Append continue' },
    'hand.inv_step_into': { keys: ['S'], description: 'Append inv_step_into' },
    'hand.inv_step_over': { keys: ['N'], description: 'Append inv_step_over' },
    'hand.inv_step_call': { keys: ['O'], description: 'Append inv_step_call' },
    'hand.branch': { keys: ['b'], description: 'Branch here: a trajectory of your own' },
    'hand.cut': { keys: ['Delete'], description: 'Delete the steps after this state' },
    'hand.gold': { keys: ['g'], description: 'Mark as gold, or take the mark off' },
  },
)

function reasonOf(legal: readonly Legality[], name: ActionName): string | null {
  const found = legal.find((one) => one.name === name)
  if (found !== undefined) return found.reason
  return `${name} goes the other way than this trajectory.`
}

/** The keys with which a trajectory is made by hand. */
export function useHandKeys(hand: HandActs, legal: readonly Legality[]): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      ...PLAIN_ACTIONS.map((name) => ({
        ...HAND_COMMANDS[`hand.${name}`],
        reason: reasonOf(legal, name),
        run: () => hand.take({ name, operand: null }),
      })),
      { ...HAND_COMMANDS['hand.branch'], run: hand.branch },
      { ...HAND_COMMANDS['hand.cut'], reason: hand.cutReason, run: hand.cut },
      { ...HAND_COMMANDS['hand.gold'], run: hand.toggleGold },
    ],
    [hand, legal],
  )
  useKeys('Sample by hand', bindings)
}
