import {
  type Direction,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
  type TrajectoryExit,
} from '../trajectory/types.ts'
import { type Cursor, createCursor } from './cursor.ts'
import { OMITTED, unescapeName } from './escape.ts'
import {
  ACTION_SEP,
  ARG_SEP,
  actionToken,
  BEGIN_OF_TEXT,
  CONTEXT_START,
  END_OF_TEXT,
  eventToken,
  exitToken,
  FORWARD_EVENTS,
  FRAME_SEP,
  INVERSE_EVENTS,
  SRC_SEP,
  showsLocals,
  showsSourceFirst,
  TRACE_END,
} from './tokens.ts'
import type { ActionText, Decoded, LocalsText, StateEvent, StateText } from './types.ts'

/** Token to meaning, for what may follow a frame separator in a direction. */
interface Vocabulary {
  readonly events: ReadonlyMap<string, StateEvent>
  readonly exits: ReadonlyMap<string, TrajectoryExit>
  readonly actions: ReadonlyMap<string, string>
}

function tokenMap<T extends string>(words: readonly T[], token: (word: T) => string) {
  return new Map(words.map((word) => [token(word), word]))
}

const FORWARD_EXITS: readonly TrajectoryExit[] = ['normal', 'error', 'never']
const INVERSE_EXITS: readonly TrajectoryExit[] = ['inv_entry']

const VOCABULARIES: Readonly<Record<Direction, Vocabulary>> = {
  forward: {
    events: tokenMap(FORWARD_EVENTS, eventToken),
    exits: tokenMap(FORWARD_EXITS, exitToken),
    actions: tokenMap(FORWARD_ACTIONS, actionToken),
  },
  inverse: {
    events: tokenMap(INVERSE_EVENTS, eventToken),
    exits: tokenMap(INVERSE_EXITS, exitToken),
    actions: tokenMap(INVERSE_ACTIONS, actionToken),
  },
}

/** One pair of a locals object after its first character; `names` holds those read before it. */
function readPair(cursor: Cursor, names: ReadonlySet<string>): [string, string] | null {
  const start = cursor.position()
  const name = cursor.readJsonString()
  if (name === null) return null
  if (name === OMITTED) return cursor.fail('the name of a variable', start)
  const unescaped = unescapeName(name)
  if (names.has(unescaped)) return cursor.fail('a name not yet listed', start)
  if (cursor.expect(': ') === null) return null
  const text = cursor.readJsonString()
  return text === null ? null : [unescaped, text]
}

function readLocals(cursor: Cursor): LocalsText | null {
  if (cursor.expect('{') === null) return null
  if (cursor.take('}')) return { omitted: false, entries: [] }
  const omitted = cursor.take(`"${OMITTED}": "${OMITTED}"`)
  if (omitted && cursor.take('}')) return { omitted, entries: [] }
  if (omitted && cursor.expectOne([', ', '}']) === null) return null
  const entries: [string, string][] = []
  const names = new Set<string>()
  while (true) {
    const pair = readPair(cursor, names)
    if (pair === null) return null
    entries.push(pair)
    names.add(pair[0])
    const separator = cursor.expectOne([', ', '}'])
    if (separator === null) return null
    if (separator === '}') return { omitted, entries }
  }
}

function readSource(cursor: Cursor): string | null {
  return cursor.expect(SRC_SEP) === null ? null : cursor.readRaw()
}

/** The fields of a state after its event token. */
function readFields(cursor: Cursor, event: StateEvent): StateText | null {
  let src: string | null = null
  if (showsSourceFirst(event)) {
    src = readSource(cursor)
    if (src === null) return null
  }
  if (cursor.expect(ARG_SEP) === null) return null
  const locals = showsLocals(event) ? readLocals(cursor) : null
  const arg = showsLocals(event) ? null : cursor.readJsonString()
  if (locals === null && arg === null) return null
  src ??= readSource(cursor)
  return src === null ? null : { event, src, locals, arg }
}

function readAction(cursor: Cursor, vocabulary: Vocabulary): ActionText | null {
  if (cursor.expect(ACTION_SEP) === null) return null
  const token = cursor.expectOne([...vocabulary.actions.keys()])
  const name = token === null ? undefined : vocabulary.actions.get(token)
  if (name === undefined) return null
  if (name !== 'breakpoint') return { name, operand: null }
  const operand = cursor.readRaw()
  return operand === null ? null : { name, operand }
}

interface Progress {
  direction: Direction
  code: string
  readonly states: StateText[]
  readonly actions: ActionText[]
  exit: TrajectoryExit | null
}

function readExit(cursor: Cursor, progress: Progress, exit: TrajectoryExit): void {
  progress.exit = exit
  if (cursor.expect(TRACE_END) === null || cursor.expect(END_OF_TEXT) === null) return
  if (!cursor.isAtEnd()) cursor.fail('the end of the text')
}

/** A state or the exit after a frame separator; true if another action may follow. The first one sets the direction. */
function readFrame(cursor: Cursor, progress: Progress): boolean {
  const isFirst = progress.states.length === 0
  const open = isFirst ? (['forward', 'inverse'] as const) : [progress.direction]
  const tokens = open.flatMap((direction) => {
    const { events, exits } = VOCABULARIES[direction]
    return [...events.keys(), ...exits.keys()]
  })
  const token = cursor.expectOne(tokens)
  if (token === null) return false
  for (const direction of open) {
    const { events, exits } = VOCABULARIES[direction]
    const event = events.get(token)
    const exit = exits.get(token)
    if (event === undefined && exit === undefined) continue
    progress.direction = direction
    if (exit !== undefined) readExit(cursor, progress, exit)
    if (event === undefined) return false
    const state = readFields(cursor, event)
    if (state !== null) progress.states.push(state)
    return state !== null
  }
  return false
}

/** Frames and actions in turn, up to the exit, the end of a cut trajectory, or a problem. */
function readFrames(cursor: Cursor, progress: Progress): void {
  while (cursor.expect(FRAME_SEP) !== null) {
    if (!readFrame(cursor, progress) || cursor.isAtEnd()) return
    const action = readAction(cursor, VOCABULARIES[progress.direction])
    if (action === null) return
    progress.actions.push(action)
  }
}

/**
 * The longest valid prefix of a text, and where and why it ends if that is not the whole text. What is valid ends
 * after a whole state or action; a prompt, which ends in a frame separator, decodes to all of its states and
 * actions with the problem that the text is over.
 */
export function decodeNd(text: string): Decoded {
  const cursor = createCursor(text)
  const progress: Progress = {
    direction: 'forward',
    code: '',
    states: [],
    actions: [],
    exit: null,
  }
  const hasHead = cursor.expect(BEGIN_OF_TEXT) !== null && cursor.expect(CONTEXT_START) !== null
  const code = hasHead ? cursor.readRaw() : null
  if (code !== null) {
    progress.code = code
    readFrames(cursor, progress)
  }
  return { transcript: { ...progress }, problem: cursor.problem() }
}
