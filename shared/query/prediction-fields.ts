import { EQUALITIES, EQUALITY_REASONS, ERROR_CLASSES, VERDICTS } from '../model/types.ts'
import { DIRECTIONS, FORWARD_ACTIONS, INVERSE_ACTIONS } from '../trajectory/types.ts'
import { bool, number, one, type ThingInfo, text } from './field-types.ts'

const EQUAL = 'exact, equal, different, or None where the real state has none'

export const PREDICTION: ThingInfo = {
  fields: {
    model: text('the engine that predicted'),
    run: text('id of its run'),
    suite: text('how it was asked', ['next-state', 'horizon', 'single']),
    verdict: text('whether it is right', VERDICTS),
    error: text('what is wrong; None where nothing is', ERROR_CLASSES),
    path: text("the value that is wrong, such as d['a'][3]; None where it is no value"),
    position: number('number of the action in its trajectory, from 0'),
    action: text('the debugger action', [...FORWARD_ACTIONS, ...INVERSE_ACTIONS]),
    operand: text('line of a breakpoint'),
    direction: text('which way it goes', DIRECTIONS),
    horizon: number('steps since the last real state it was given, from 1'),
    depth: number('program frames on the stack at the real state'),
    value_type: text(
      'type of the values that the real state brings: returned, raised, or of the variables that changed',
    ),
    event: text(`the event: ${EQUAL}`, EQUALITIES),
    line: text(`the source line: ${EQUAL}`, EQUALITIES),
    locals: text(`the variables as they stand: ${EQUAL}`, EQUALITIES),
    raw_locals: text(`the variables as told: ${EQUAL}`, EQUALITIES),
    argument: text(`the returned value or exception: ${EQUAL}`, EQUALITIES),
    reasons: { type: 'texts', about: `why parts are equal: ${EQUALITY_REASONS.join(', ')}` },
    predicted_line: number('number of the line it names'),
    ambiguous: bool('other lines read the same as the one it names'),
    text: text('what the engine wrote'),
    predicted: {
      type: 'number',
      unit: 'time',
      about: 'when it was predicted, in milliseconds since 1970',
    },
  },
  relations: {
    step: one('step', 'the real state; None for the exit'),
    trajectory: one('trajectory', 'the trajectory that was predicted'),
    trace: one('trace', 'the run it is of'),
  },
  scalar: 'verdict',
  key: 'verdict',
  searched: ['error', 'path'],
}
