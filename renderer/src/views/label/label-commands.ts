import {
  classWords,
  FAILURE_CLASSES,
  type FailureClass,
} from '../../../../shared/corpus/failure-classes.ts'
import { type DeclaredCommand, declareCommands } from '../../ui/command-list.ts'

const WHERE = 'in the Label view'

function idOf(name: FailureClass): string {
  return `label.${name.replaceAll('_', '-')}`
}

const byId = declareCommands(
  'Label',
  WHERE,
  Object.fromEntries(
    FAILURE_CLASSES.map((name, index) => [
      idOf(name),
      { keys: [`${index + 1}`], description: `Label the step: ${classWords(name)}` },
    ]),
  ),
)

/** The command that sets each failure class on the step in focus. */
export const CLASS_COMMANDS = Object.fromEntries(
  FAILURE_CLASSES.map((name) => [name, byId[idOf(name)]]),
) as Readonly<Record<FailureClass, DeclaredCommand>>

export const LABEL_COMMANDS = declareCommands('Label', WHERE, {
  'label.none': { keys: ['0'], description: 'Take the label off the step' },
  'label.undo': { keys: ['Backspace'], description: 'Undo the last decision of this window' },
  'label.previous-step': { keys: ['ArrowUp', ','], description: 'Previous step' },
  'label.next-step': { keys: ['ArrowDown', '.'], description: 'Next step' },
  'label.previous-item': { keys: ['ArrowLeft'], description: 'Previous item' },
  'label.next-item': { keys: ['ArrowRight'], description: 'Next item' },
  'label.show-unlabelled': { keys: [], description: 'Queue: what is not labelled' },
  'label.show-labelled': { keys: [], description: 'Queue: what is labelled' },
  'label.show-all': { keys: [], description: 'Queue: everything' },
  'label.this-trace': { keys: [], description: 'Queue: the trace in focus only, or every trace' },
})
