import { createStoredAtom } from '../../state/stored.ts'
import { declareCommands } from '../../ui/command-list.ts'

export const COMPARE_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.pin': {
    keys: ['P'],
    description: 'Pin this moment, beside what is gone to from here',
  },
  'trace.compare-with': { keys: ['v'], description: 'Compare with another trace…' },
})

export const COMPARISON_COMMANDS = declareCommands(
  'Comparison',
  'in the Trace view while two traces are compared',
  {
    'trace.next-difference': { keys: ['d'], description: 'Next difference of the two runs' },
    'trace.previous-difference': { keys: ['D'], description: 'Previous difference' },
    'trace.first-difference': { keys: [], description: 'First difference' },
    'trace.other-run': { keys: ['t'], description: 'Keyboard to the other run' },
    'trace.swap-sides': { keys: ['x'], description: 'Swap sides' },
    'trace.sync-positions': { keys: ['='], description: 'Sync positions, or stop that' },
    'trace.compared-trees': { keys: [], description: 'Show the state trees, or hide them' },
    'trace.close-comparison': { keys: ['X'], description: 'Close the comparison' },
  },
)

function acceptTruth(stored: unknown): boolean | null {
  return typeof stored === 'boolean' ? stored : null
}

const syncAtom = createStoredAtom('compare.sync', true, acceptTruth)
const syncItselfAtom = createStoredAtom('compare.syncItself', false, acceptTruth)

/**
 * Whether a step on one side of a comparison moves the other to the step that answers to it. Two moments of one run are
 * free at first: the pinned one is to stay.
 */
export function syncOf(isItself: boolean): typeof syncAtom {
  return isItself ? syncItselfAtom : syncAtom
}
