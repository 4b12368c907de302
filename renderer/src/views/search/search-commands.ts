import { declareCommands } from '../../ui/command-list.ts'

export const SEARCH_COMMANDS = declareCommands('Everywhere', 'everywhere', {
  'search.open': {
    keys: ['Mod+Shift+f'],
    description: 'Search programs, names and recorded values',
  },
})
