import { declareCommands } from '../../ui/command-list.ts'

/** From pane to pane of whatever view is in front; the Trace view has its own way where one pane is shown alone. */
export const PANE_COMMANDS = declareCommands('Everywhere', 'everywhere', {
  'pane.next': { keys: ['F6'], description: 'To the next pane' },
  'pane.previous': { keys: ['Shift+F6'], description: 'To the previous pane' },
})
