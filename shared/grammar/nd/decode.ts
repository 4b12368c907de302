import { actionsOf } from '../../trajectory/act.ts'
import { type Direction, EXITS_OF, type TrajectoryExit } from '../../trajectory/types.ts'
import { type Cursor, createCursor } from '../cursor.ts'
import { OMITTED, unescapeName } from '../escape.ts'
import { readPairs, requireEnd } from '../read-parts.ts'
import { withRepair } from '../repair.ts'
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
} from '../tokens.ts'
import type { ActionText, Decoded, LocalsText, StateEvent, StateText } from '../types.ts'

/** Token to meaning, for what may follow a frame separator in a direction. */
interface Vocabulary {
  readonly events: ReadonlyMap<string, StateEvent>
  readonly exits: ReadonlyMap<string, TrajectoryExit>
  readonly actions: ReadonlyMap<string, string>
}

function tokenMap<T extends string>(words: readonly T[], token: (word: T) => string) {
  return new Map(words.map((word) => [token(word), word]))
}

function vocabularyOf(direction: Direction, events: readonly StateEvent[]): Vocabulary {
  return {
    events: tokenMap(events, eventToken),
    exits: tokenMap(EXITS_OF[direction], exitToken),
    actions: tokenMap(actionsOf(direction), actionToken),
  }
}

const VOCABULARIES: Readonly<Record<Direction, Vocabulary>> = {
  forward: vocabularyOf('forward', FORWARD_EVENTS),
  inverse: vocabularyOf('inverse', INVERSE_EVENTS),
}

function readLocals(cursor: Cursor): LocalsText | null {
  const pairs = readPairs(cursor)
  if (pairs === null) return null
  const omitted = pairs[0]?.[0] === OMITTED
  const told = omitted ? pairs.slice(1) : pairs
  return { omitted, entries: told.map(([name, text]) => [unescapeName(name), text]) }
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
  /** What comes next, and where the part before it ends. */
  next: 'head' | 'frame' | 'action'
  part: number
  /** End of the last whole state. */
  state: number | null
}

function readExit(cursor: Cursor, progress: Progress, exit: TrajectoryExit): void {
  progress.exit = exit
  if (cursor.expect(TRACE_END) === null || cursor.expect(END_OF_TEXT) === null) return
  requireEnd(cursor)
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

function readHead(cursor: Cursor, progress: Progress): boolean {
  const hasHead = cursor.expect(BEGIN_OF_TEXT) !== null && cursor.expect(CONTEXT_START) !== null
  const code = hasHead ? cursor.readRaw() : null
  if (code === null) return false
  progress.code = code
  progress.next = 'frame'
  progress.part = cursor.position()
  return true
}

function readStep(cursor: Cursor, progress: Progress): boolean {
  const action = readAction(cursor, VOCABULARIES[progress.direction])
  if (action === null) return false
  progress.actions.push(action)
  progress.next = 'frame'
  progress.part = cursor.position()
  return true
}

/** A frame; true if an action has to follow, which is not so after the exit and where a cut trajectory ends. */
function readState(cursor: Cursor, progress: Progress): boolean {
  if (cursor.expect(FRAME_SEP) === null || !readFrame(cursor, progress)) return false
  progress.next = 'action'
  progress.part = cursor.position()
  progress.state = cursor.position()
  return !cursor.isAtEnd()
}

const READ_NEXT = { head: readHead, frame: readState, action: readStep }

/** Reads part after part, up to the exit, the end of a cut trajectory, or a problem. */
function readOn(cursor: Cursor, progress: Progress): void {
  while (READ_NEXT[progress.next](cursor, progress)) {
    // All the work is in the condition.
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
    next: 'head',
    part: 0,
    state: null,
  }
  readOn(cursor, progress)
  const { direction, code, states, actions, exit } = progress
  const problem = cursor.problem()
  const tryFrom = (rest: string): number | null => {
    const trial = createCursor(rest)
    readOn(trial, { ...progress, states: states.slice(0, 1), actions: [] })
    return trial.problem()?.position ?? null
  }
  return {
    transcript: { direction, code, states, actions, exit },
    problem: problem && withRepair(text, problem, progress, tryFrom),
  }
}
