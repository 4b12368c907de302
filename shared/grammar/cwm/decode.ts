import type { TrajectoryExit } from '../../trajectory/types.ts'
import { type Cursor, createCursor } from '../cursor.ts'
import { OMITTED, unescapeName } from '../escape.ts'
import { readPairs, requireEnd } from '../read-parts.ts'
import { withRepair } from '../repair.ts'
import {
  ACTION_SEP,
  ARG_SEP,
  BEGIN_OF_TEXT,
  CONTEXT_START,
  END_OF_TEXT,
  eventToken,
  FORWARD_EVENTS,
  FRAME_SEP,
  showsLocals,
} from '../tokens.ts'
import type { Decoded, LocalsText, StateEvent, StateText } from '../types.ts'
import { exitOf } from './encode.ts'
import { markedLine, secondMark, withoutMark } from './mark.ts'

const EVENTS: ReadonlyMap<string, StateEvent> = new Map(
  FORWARD_EVENTS.map((event) => [eventToken(event), event]),
)
const NEXT = [...EVENTS.keys(), END_OF_TEXT]

/** What was read, and where the last part of it ends. */
interface Progress {
  code: string
  entryLine: number | null
  readonly states: StateText[]
  /** Of each state, the names of its locals in the order of the text. */
  readonly names: (readonly string[])[]
  exit: TrajectoryExit | null
  hasHead: boolean
  part: number
}

function readHead(cursor: Cursor, progress: Progress): boolean {
  const isBegun = cursor.expect(BEGIN_OF_TEXT) !== null && cursor.expect(CONTEXT_START) !== null
  const start = cursor.position()
  const code = isBegun ? cursor.readRaw() : null
  if (code === null) return false
  const second = secondMark(code)
  if (second !== -1) {
    cursor.fail('one line marked as START_OF_TRACE', start + second)
    return false
  }
  if (cursor.expect(FRAME_SEP) === null) return false
  progress.code = withoutMark(code)
  progress.entryLine = markedLine(code)
  progress.hasHead = true
  progress.part = cursor.position()
  return true
}

type Pairs = NonNullable<ReturnType<typeof readPairs>>

function localsOf(pairs: Pairs): LocalsText {
  const told = pairs.filter(([, text]) => text !== OMITTED)
  return {
    omitted: told.length < pairs.length,
    entries: told.map(([name, text]) => [unescapeName(name), unescapeName(text)]),
  }
}

/** Names as they are in the program; the first pair may stand for variables without names. */
function namesOf(pairs: Pairs): string[] {
  return pairs.flatMap(([name]) => (name === OMITTED ? [] : [unescapeName(name)]))
}

/** A source line and its line end. */
function readSource(cursor: Cursor): string | null {
  if (cursor.expect(ACTION_SEP) === null) return null
  const line = cursor.readRaw()
  if (line === null || line.endsWith('\n')) return line?.slice(0, -1) ?? null
  return cursor.fail('a line end', cursor.position(), { wanted: ['\n'] })
}

interface Frame {
  readonly state: StateText
  readonly names: readonly string[]
}

/** The fields of a frame after its event token, up to the separator that ends it. */
function readFields(cursor: Cursor, event: StateEvent): Frame | null {
  const pairs = showsLocals(event) ? readPairs(cursor) : []
  const src = pairs === null ? null : readSource(cursor)
  if (pairs === null || src === null) return null
  if (showsLocals(event)) {
    if (cursor.expect(FRAME_SEP) === null) return null
    return { state: { event, src, locals: localsOf(pairs), arg: null }, names: namesOf(pairs) }
  }
  const arg = cursor.expect(ARG_SEP) === null ? null : cursor.readJsonString()
  if (arg === null || cursor.expect(FRAME_SEP) === null) return null
  return { state: { event, src, locals: null, arg }, names: [] }
}

/** A frame or the end token; true if more may follow. */
function readFrame(cursor: Cursor, progress: Progress): boolean {
  const token = cursor.expectOne(NEXT)
  if (token === END_OF_TEXT) {
    progress.exit = exitOf(progress.states)
    requireEnd(cursor)
  }
  const event = EVENTS.get(token ?? '')
  const frame = event === undefined ? null : readFields(cursor, event)
  if (frame === null) return false
  progress.states.push(frame.state)
  progress.names.push(frame.names)
  progress.part = cursor.position()
  return !cursor.isAtEnd()
}

function readOn(cursor: Cursor, progress: Progress): void {
  if (!progress.hasHead && (!readHead(cursor, progress) || cursor.isAtEnd())) return
  while (readFrame(cursor, progress)) {
    // All the work is in the condition.
  }
}

const STEP_INTO = { name: 'step_into', operand: null }

/**
 * The longest valid prefix of a text, and where and why it ends if that is not the whole text. What is valid ends
 * after a whole frame. Every frame is reached by `step_into`, and so is the end.
 */
export function decodeCwm(text: string): Decoded {
  const cursor = createCursor(text)
  const progress: Progress = {
    code: '',
    entryLine: null,
    states: [],
    names: [],
    exit: null,
    hasHead: false,
    part: 0,
  }
  readOn(cursor, progress)
  const { code, entryLine, states, names, exit, part } = progress
  const problem = cursor.problem()
  const tryFrom = (rest: string): number | null => {
    const trial = createCursor(rest)
    readOn(trial, { ...progress, states: [], names: [] })
    return trial.problem()?.position ?? null
  }
  const steps = Math.max(0, exit === null ? states.length - 1 : states.length)
  const state = states.length > 0 ? part : null
  return {
    transcript: {
      direction: 'forward',
      code,
      states,
      actions: Array.from({ length: steps }, () => STEP_INTO),
      exit,
    },
    problem: problem && withRepair(text, problem, { part, state }, tryFrom),
    hints: { entryLine, names },
  }
}
