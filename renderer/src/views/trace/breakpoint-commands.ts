import { declareCommands } from '../../ui/command-list.ts'

export const BREAKPOINT_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.toggle-breakpoint': {
    keys: ['F9', 'b'],
    description: 'Breakpoint on the chosen line, on or off',
  },
  'trace.breakpoints': { keys: ['B'], description: 'List of breakpoints' },
})
