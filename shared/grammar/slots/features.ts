import type { Direction } from '../../trajectory/types.ts'
import { isLineToken } from './form.ts'
import { createFrames, type Frames } from './frames.ts'
import {
  ACTION_TOKENS,
  DIRECTION_TOKENS,
  END,
  EVENT_TOKENS,
  type EventWord,
  FAR_LINE,
  FIRST_DIGIT,
  FIRST_LINE,
  FIRST_PLAIN,
  FIRST_TEXT,
  GROUP_OF,
  SOURCE,
  SOURCE_END,
} from './vocabulary.ts'

/**
 * What a model gets at each position beside the token, all of it read off the tokens up to there. Tokens are ids, 0
 * where there is none; lines are numbers, 0 where none is known. The set is fixed: a change makes another version.
 */
export const SLOTS_FEATURES = {
  id: 'slots-features@1',
  /** Each with the greatest value it has; what is greater counts as that. */
  columns: [
    { name: 'previous_token', most: 511 },
    { name: 'token_before_previous', most: 511 },
    { name: 'executing_line', most: 255 },
    { name: 'latest_line', most: 255 },
    { name: 'latest_variable', most: 511 },
    { name: 'line_visits', most: 15 },
    { name: 'caller_line', most: 255 },
    { name: 'depth', most: 15 },
  ],
} as const

export const FEATURE_COUNT = SLOTS_FEATURES.columns.length

/** Follows tokens one by one; after each, the features of its position. */
export interface FeatureReader {
  readonly pass: (id: number, row: Uint16Array, at: number) => void
}

/** The state a token belongs to, as far as it is told. */
interface OpenState {
  readonly event: EventWord
  /** 0 until it is told, and where the text of the line is. */
  line: number
  hasLine: boolean
}

/** What only the end of a state changes. */
interface Place {
  executing: number
  visits: number
  caller: number
  depth: number
}

function placeOf({ stack }: Frames): Place {
  const frame = stack.at(-1)
  const executing = frame?.line ?? 0
  return {
    executing,
    visits: frame?.visits.get(executing) ?? 0,
    caller: stack.at(-2)?.line ?? 0,
    depth: stack.length,
  }
}

/** The number told by line tokens, digit by digit where it is far. */
function createLineReader() {
  let number = 0
  let nextPlace = -1
  return {
    latest: () => number,
    pass: (id: number): void => {
      if (GROUP_OF[id] === 'line') number = id - FIRST_LINE + 1
      const digit = id - FIRST_DIGIT - nextPlace * 10
      const goesOn = nextPlace >= 0 && GROUP_OF[id] === 'digit' && digit >= 0 && digit < 10
      if (goesOn) number += digit * 10 ** nextPlace
      nextPlace = goesOn ? nextPlace + 1 : -1
      if (id === FAR_LINE) {
        number = 0
        nextPlace = 0
      }
    },
  }
}

interface Course {
  readonly place: () => Place
  readonly pass: (id: number, line: number) => void
}

/** Follows the states and actions behind the direction. Tokens that make no sense there are passed over. */
function createCourse(direction: Direction): Course {
  const frames = createFrames(direction)
  let place = placeOf(frames)
  let action: string | null = null
  let isOperandDue = false
  let state: OpenState | null = null

  const begin = (event: EventWord): OpenState => {
    frames.begin(event, action)
    return { event, line: 0, hasLine: false }
  }
  const finish = ({ event, line }: OpenState): void => {
    const frame = frames.stack.at(-1)
    if (frame !== undefined) {
      frame.line = line
      if (event === 'line') frame.visits.set(line, (frame.visits.get(line) ?? 0) + 1)
    }
    frames.end()
    place = placeOf(frames)
    state = null
  }
  const passPointer = (id: number): void => {
    if (isOperandDue) {
      if (id !== SOURCE) isOperandDue = false
      return
    }
    if (id === SOURCE_END) return
    state ??= begin('line')
    if (!state.hasLine) state = { ...state, hasLine: id !== SOURCE, line: 0 }
  }
  return {
    place: () => place,
    pass: (id, line) => {
      const told = ACTION_TOKENS.wordOf(id)
      const event = EVENT_TOKENS.wordOf(id)
      if (told !== undefined) {
        action = told
        isOperandDue = told === 'breakpoint'
      } else if (event !== undefined) state ??= begin(event)
      else if (isLineToken(id) || id === SOURCE || id === SOURCE_END) passPointer(id)
      else if (id === END && state !== null) finish(state)
      if (state?.hasLine) state.line = line
    },
  }
}

const NOWHERE: Place = { executing: 0, visits: 0, caller: 0, depth: 0 }

export function createFeatureReader(): FeatureReader {
  const lines = createLineReader()
  let course: Course | null = null
  let previous = 0
  let before = 0
  let variable = 0
  let current = 0
  return {
    pass: (id, row, at) => {
      before = previous
      previous = current
      current = id
      lines.pass(id)
      if (id >= FIRST_TEXT && id < FIRST_PLAIN && GROUP_OF[id] === 'variable') variable = id
      const direction = DIRECTION_TOKENS.wordOf(id)
      if (direction !== undefined) course = createCourse(direction)
      else course?.pass(id, lines.latest())
      const { executing, visits, caller, depth } = course?.place() ?? NOWHERE
      const values = [previous, before, executing, lines.latest(), variable, visits, caller, depth]
      SLOTS_FEATURES.columns.forEach(({ most }, column) => {
        row[at + column] = Math.min(values[column] ?? 0, most)
      })
    },
  }
}

/** The features of every position, one row of `FEATURE_COUNT` after the other. */
export function featuresOf(ids: readonly number[]): Uint16Array {
  const rows = new Uint16Array(ids.length * FEATURE_COUNT)
  const reader = createFeatureReader()
  ids.forEach((id, index) => {
    reader.pass(id, rows, index * FEATURE_COUNT)
  })
  return rows
}
