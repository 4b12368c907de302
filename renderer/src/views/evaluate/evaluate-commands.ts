import { declareCommands } from '../../ui/command-list.ts'

export const EVALUATE_COMMANDS = declareCommands('Evaluate', 'in the Evaluate view', {
  'evaluate.new': { keys: ['n'], description: 'New run' },
  'evaluate.summary': { keys: ['s'], description: 'Show what a run comes to' },
  'evaluate.pivot': { keys: ['p'], description: 'Show a run by two dimensions' },
  'evaluate.predictions': { keys: ['r'], description: 'Show the predictions of a run' },
  'evaluate.compare': { keys: ['c'], description: 'Hold a run against another' },
  'evaluate.lost': { keys: ['l'], description: 'Show the steps that were lost' },
  'evaluate.won': { keys: ['w'], description: 'Show the steps that were won' },
  'evaluate.in-corpus': {
    keys: ['q'],
    description: 'Show what is listed in the Corpus, by a query',
  },
  'evaluate.save': { keys: ['V'], description: 'Save the lost steps as a set' },
})
