import { declareCommands } from '../../ui/command-list.ts'

/** The keys of product.md 4.5. */
export const PALETTE_COMMANDS = declareCommands('Everywhere', 'everywhere', {
  'palette.commands': { keys: ['Mod+k', 'Mod+Shift+p'], description: 'Find a command' },
  'palette.go': { keys: ['Mod+p'], description: 'Go to a trace, a view or anything else' },
})
