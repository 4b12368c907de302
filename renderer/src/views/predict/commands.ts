import {
  classWords,
  FAILURE_CLASSES,
  type FailureClass,
} from '../../../../shared/corpus/failure-classes.ts'
import type { ActionName } from '../../../../shared/trajectory/types.ts'
import { type DeclaredCommand, declareCommands } from '../../ui/command-list.ts'

/** How an action is drawn, named and reached (product.md 4.1). */
export interface ActionInfo {
  readonly title: string
  /** Path of the toolbar's 16-unit drawing. */
  readonly drawing: string
}

export const ACTION_INFO: Readonly<Record<ActionName, ActionInfo>> = {
  step_into: { title: 'Step into', drawing: 'M8 2v7M5 6.2l3 3 3-3M8 12.8v.1' },
  step_over: {
    title: 'Step over',
    drawing: 'M2.5 9a5.5 5.5 0 0 1 10.6-2M13.4 3.2v4h-4M8 12.8v.1',
  },
  step_return: { title: 'Step out to the return', drawing: 'M8 9.5v-7M5 5.2l3-3 3 3M8 12.8v.1' },
  breakpoint: {
    title: 'Run to the chosen line',
    drawing: 'M2 8h7M6.2 5l3 3-3 3M12.5 3v10',
  },
  continue: { title: 'Continue to the end', drawing: 'M3 3v10M6 3.2l7 4.8-7 4.8z' },
  inv_step_into: {
    title: 'Step back into',
    drawing: 'M13 3.5H8.5a3 3 0 0 0 0 6H4M6.5 6.5l-3 3 3 3',
  },
  inv_step_over: {
    title: 'Step back over',
    drawing: 'M13.5 9A5.5 5.5 0 0 0 2.9 7M2.6 3.2v4h4M8 12.8v.1',
  },
  inv_step_call: { title: 'Back to the call', drawing: 'M13 12.5V6.5H4M7 3.5l-3 3 3 3' },
}

export const ACTION_COMMANDS = declareCommands('Predict', 'in the Predict view', {
  'predict.step_into': { keys: ['F11', 's'], description: 'Step the model into' },
  'predict.step_over': { keys: ['F10', 'n'], description: 'Step the model over' },
  'predict.step_return': { keys: ['Shift+F11', 'o'], description: 'Step the model to the return' },
  'predict.continue': { keys: ['F5', 'c'], description: 'Have the model continue to the end' },
  'predict.breakpoint': {
    keys: ['Mod+F10', 'g'],
    description: 'Have the model run to the chosen line',
  },
  'predict.inv_step_into': { keys: ['S'], description: 'Step the model back into' },
  'predict.inv_step_over': { keys: ['N'], description: 'Step the model back over' },
  'predict.inv_step_call': { keys: ['O'], description: 'Step the model back to the call' },
})

export const PREDICT_COMMANDS = declareCommands('Predict', 'in the Predict view', {
  'predict.previous': { keys: [','], description: 'Previous state' },
  'predict.next': { keys: ['.'], description: 'Next state' },
  'predict.next-divergence': { keys: ['d'], description: 'Next divergence' },
  'predict.previous-divergence': { keys: ['D'], description: 'Previous divergence' },
  'predict.side': { keys: ['p'], description: 'Real ↔ predicted' },
  'predict.mode': { keys: ['f'], description: 'Teacher-forced ↔ free-running' },
  'predict.direction': { keys: ['i'], description: 'Forward ↔ inverse' },
  'predict.ask': { keys: ['a'], description: 'Predict this step' },
  'predict.ask-all': { keys: ['A'], description: 'Predict the whole way' },
  'predict.again': { keys: ['r'], description: 'Ask for this prediction again, from its row' },
  'predict.edit': { keys: ['e'], description: 'Change this state by hand' },
  'predict.next-branch': { keys: ['b'], description: 'Next branch' },
  'predict.previous-branch': { keys: ['B'], description: 'Previous branch' },
  'predict.unlabel': { keys: ['Backspace'], description: 'Undo the last label of this window' },
  'predict.trajectories': { keys: ['t'], description: 'Choose a trajectory' },
  'predict.cancel': { keys: ['Escape'], description: 'Stop predicting' },
})

const labels = declareCommands(
  'Predict',
  'in the Predict view',
  Object.fromEntries(
    FAILURE_CLASSES.map((name, index) => [
      `predict.label-${name.replaceAll('_', '-')}`,
      { keys: [`${index + 1}`], description: `Label the predicted step: ${classWords(name)}` },
    ]),
  ),
)

/** The command that sets each failure class on the step in focus. */
export const LABEL_COMMANDS = Object.fromEntries(
  FAILURE_CLASSES.map((name) => [name, labels[`predict.label-${name.replaceAll('_', '-')}`]]),
) as Readonly<Record<FailureClass, DeclaredCommand>>

export const LABEL_WRONG_VALUE = LABEL_COMMANDS.wrong_value
