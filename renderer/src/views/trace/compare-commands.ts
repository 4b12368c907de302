import { createStoredAtom } from '../../state/stored.ts'
import { declareCommands } from '../../ui/command-list.ts'

export const COMPARE_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.pin': { keys: ['P'], description: 'Pin this trace for comparison' },
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

/** Whether a step on one side of a comparison moves the other to the step that answers to it. */
export const syncAtom = createStoredAtom('compare.sync', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)
