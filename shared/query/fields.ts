import { FAILURE_CLASSES } from '../corpus/failure-classes.ts'
import { ERROR_CLASSES } from '../model/types.ts'
import { EVENT_KINDS, EXITS, STOP_REASONS } from '../trace/event.ts'
import {
  DIRECTIONS,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
  TRAJECTORY_EXITS,
} from '../trajectory/types.ts'
import {
  bool,
  type FieldInfo,
  many,
  number,
  one,
  type Thing,
  type ThingInfo,
  text,
} from './field-types.ts'
import { PREDICTION } from './prediction-fields.ts'

export type { FieldInfo, FieldType, RelationInfo, Thing, ThingInfo } from './field-types.ts'

/** The kinds of rows that are browsed, each a level of the corpus. */
export const LEVELS = ['program', 'trace', 'step', 'trajectory'] as const
export type Level = (typeof LEVELS)[number]

const ACCURACY: FieldInfo = {
  type: 'number',
  unit: 'share',
  about: 'share of them that match, from 0 to 1; None without predictions',
}
const WORST_ERROR = text('the gravest error among them; None where none is wrong', ERROR_CLASSES)

const PROGRAM: ThingInfo = {
  fields: {
    id: text('the program’s id'),
    name: text('the file’s name'),
    source: text('the whole source'),
    origin: text('where it came from'),
    licence: text('its licence'),
  },
  relations: { traces: many('trace', 'its recorded runs') },
  scalar: 'name',
  key: 'name',
  searched: ['name', 'source'],
}

const TRACE: ThingInfo = {
  fields: {
    id: text('the trace’s id'),
    entry: text('the call that was recorded; None for a script'),
    events: number('recorded events'),
    depth: number('most program frames on the stack at once'),
    exceptions: number('exception events'),
    exit: text('how the entry ended', EXITS),
    stop: text('why recording ended', STOP_REASONS),
    error: text('the exception that came out'),
    error_line: number('line it came from'),
    functions: { type: 'texts', about: 'names of the functions entered' },
    result: { type: 'value', about: 'what the entry’s call returned' },
    engine: text('the engine, with the versions that ran'),
    python: text('version of the interpreter'),
    backend: text('settrace or monitoring'),
    sandbox: text('what held the program'),
    imported: text('format of the file it was imported from'),
    thread: number('number of its thread, 0 for the main one'),
    seconds: number('seconds the run took'),
    stdout_bytes: number('bytes printed'),
    recorded: {
      type: 'number',
      unit: 'time',
      about: 'when it was recorded, in milliseconds since 1970',
    },
    labelled: bool('a step of its trajectories has a label'),
    predicted: number('predictions of its states'),
    accuracy: ACCURACY,
    worst_error: WORST_ERROR,
  },
  relations: {
    program: one('program', 'what was run'),
    steps: many('step', 'its recorded events'),
    changes: many('variable', 'every write of a variable'),
    trajectories: many('trajectory', 'trajectories sampled from it'),
    labels: many('label', 'labels on its trajectories'),
    predictions: many('prediction', 'predictions of its states'),
  },
  scalar: 'id',
  key: 'id',
  searched: ['entry', 'functions', 'error'],
}

const STEP: ThingInfo = {
  fields: {
    seq: number('number of the event, from 0'),
    event: text('what the tracer was called for', EVENT_KINDS),
    line: number('line of the source'),
    depth: number('program frames on the stack'),
    function: text('name of the function'),
    qualname: text('name with the classes and functions around it'),
    file: text('path of the line’s file'),
    thread: number('number of the thread'),
    frame: number('number of the frame'),
    size: number('events from here to the end of what it called'),
    value: { type: 'value', about: 'what was returned or yielded, or the exception' },
    yielded: bool('a return that is a yield or an await'),
    resumed: bool('a call that resumes a generator'),
    unwound: bool('a return by which an exception leaves'),
  },
  relations: {
    trace: one('trace', 'the run'),
    program: one('program', 'what was run'),
    parent: one('step', 'the line or call it lies under'),
    children: many('step', 'events directly under it'),
    descendants: many('step', 'events anywhere under it'),
    ancestors: many('step', 'what it lies under, up to the entry'),
    before: many('step', 'earlier events of the same activation'),
    after: many('step', 'later events of the same activation'),
    vars: many('variable', 'variables of its frame, as they stand'),
    changes: many('variable', 'variables written since the frame’s last event'),
    predictions: many('prediction', 'predictions of it'),
  },
  scalar: null,
  key: null,
  searched: ['function'],
}

const VARIABLE: ThingInfo = {
  fields: {
    name: text('its name'),
    value: { type: 'value', about: 'what it holds; None here means Python’s None' },
    text: text('its value as Python writes it'),
    type: text('name of the value’s type'),
    size: number('characters of the value’s text'),
    length: number('items of a list, tuple, dict or set, characters of a str'),
    since: number('number of the event that wrote it'),
    old: { type: 'value', about: 'what it held before that' },
    old_type: text('name of that value’s type'),
    old_size: number('characters of that value’s text'),
    old_length: number('items of that value'),
  },
  relations: { step: one('step', 'the event that wrote it') },
  scalar: 'value',
  key: 'name',
  searched: ['name', 'text'],
}

const TRAJECTORY: ThingInfo = {
  fields: {
    id: text('the trajectory’s id'),
    policy: text('name of its policy'),
    direction: text('which way it walks', DIRECTIONS),
    exit: text('how it ended; None where it was cut', TRAJECTORY_EXITS),
    steps: number('actions taken'),
    seed: number('seed it was drawn with'),
    resampled: number('actions drawn again'),
    repeats: bool('another of its trace had the same start and steps before'),
    gold: bool('a person marked it as good'),
    labelled: bool('one of its steps has a label'),
    predicted: number('predictions of its steps'),
    accuracy: ACCURACY,
    worst_error: WORST_ERROR,
  },
  relations: {
    trace: one('trace', 'the run it walks'),
    program: one('program', 'what was run'),
    acts: many('act', 'its actions'),
    labels: many('label', 'labels on its steps'),
    predictions: many('prediction', 'predictions of its steps'),
  },
  scalar: 'id',
  key: 'id',
  searched: ['policy'],
}

const ACT: ThingInfo = {
  fields: {
    position: number('number of the action, from 0'),
    action: text('the debugger action', [...FORWARD_ACTIONS, ...INVERSE_ACTIONS]),
    operand: text('line of a breakpoint'),
  },
  relations: {
    step: one('step', 'the event it leads to; None for the exit'),
    predictions: many('prediction', 'predictions of what it leads to'),
  },
  scalar: 'action',
  key: 'action',
  searched: ['action'],
}

const LABEL: ThingInfo = {
  fields: {
    label: text('the failure class', FAILURE_CLASSES),
    position: number('number of the labelled step'),
  },
  relations: { trajectory: one('trajectory', 'the labelled trajectory') },
  scalar: 'label',
  key: 'label',
  searched: ['label'],
}

/** What is asked of any recorded value, such as `value.type` or `result.length`. */
export const VALUE_PARTS = {
  text: text('the value as Python writes it'),
  type: text('name of its type'),
  size: number('characters of its text'),
  length: number('items of a list, tuple, dict or set, characters of a str'),
} as const satisfies Readonly<Record<string, FieldInfo>>
export type ValuePart = keyof typeof VALUE_PARTS

/** Every name a query can use. The one list: parser, completion, evaluator, SQL and help read it. */
export const THING_INFO: Readonly<Record<Thing, ThingInfo>> = {
  program: PROGRAM,
  trace: TRACE,
  step: STEP,
  variable: VARIABLE,
  trajectory: TRAJECTORY,
  act: ACT,
  label: LABEL,
  prediction: PREDICTION,
}

/** The rows whose texts a text alone is also searched for in, from the row itself. */
export const SEARCHED_BESIDE: Readonly<Partial<Record<Thing, readonly string[]>>> = {
  trace: ['program'],
  trajectory: ['trace', 'program'],
}
