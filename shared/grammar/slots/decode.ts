import { actionsOf } from '../../trajectory/act.ts'
import { EXITS_OF } from '../../trajectory/types.ts'
import { showsLocals } from '../tokens.ts'
import type { ActionText, Decoded, DecodeProblem, LocalsText, StateText } from '../types.ts'
import { type Decoder, fail, readText, take } from './decoder.ts'
import {
  advance,
  createTokenReader,
  describeAt,
  type Header,
  isLineToken,
  readHeader,
  TEXT_END,
  textsOf,
} from './form.ts'
import { createFrames, type Frame, forgetNames, learnLocals, suggestsRest } from './frames.ts'
import { readCode, readPointer } from './read-code.ts'
import { repaired } from './repair.ts'
import {
  ACTION_TOKENS,
  ALL,
  END,
  EVENT_TOKENS,
  type EventWord,
  EXIT_TOKENS,
  FIRST_PLAIN,
  FIRST_TEXT,
  IS,
  NAME,
  REST,
  SOURCE,
  stateEvent,
  TEXT_OF,
  UNDEFINED,
} from './vocabulary.ts'

/** The name an entry begins with; undefined where none does. */
function readName(decoder: Decoder): string | null | undefined {
  const { reader, texts } = decoder
  if (take(decoder, NAME)) {
    const name = readText(decoder, FIRST_PLAIN)
    if (name === null) return null
    return take(decoder, IS) ? name : fail(decoder, '<is>')
  }
  if (reader.id < FIRST_TEXT || reader.id >= FIRST_PLAIN) return undefined
  const name = texts[reader.id] ?? ''
  if (name === '') return fail(decoder, 'a slot that the table has')
  advance(reader)
  return name
}

interface Told {
  readonly entries: [name: string, text: string][]
  /** Names of variables that are not there. */
  readonly gone: string[]
}

function readVariables(decoder: Decoder): Told | null {
  const told: Told = { entries: [], gone: [] }
  const names = new Set<string>()
  while (true) {
    const { start, end, id } = decoder.reader
    const name = readName(decoder)
    if (name === undefined) return told
    if (name === null) return null
    if (names.has(name)) {
      Object.assign(decoder.reader, { start, end, id })
      return fail(decoder, 'a name not yet listed')
    }
    names.add(name)
    if (take(decoder, UNDEFINED)) told.gone.push(name)
    else {
      const value = readText(decoder, FIRST_PLAIN)
      if (value === null) return null
      told.entries.push([name, value])
    }
  }
}

function readLocals(decoder: Decoder, frame: Frame, event: EventWord): LocalsText | null {
  const { direction } = decoder
  const isRest = take(decoder, REST)
  const isAll = !isRest && take(decoder, ALL)
  const told = readVariables(decoder)
  if (told === null) return null
  const { entries, gone } = told
  if (gone.length > 0) decoder.tellsGone = true
  forgetNames(frame, gone)
  const omitted = isRest || (!isAll && suggestsRest(frame, entries, { event, direction }))
  return { omitted, entries }
}

/** The event a state begins with; null where none does. */
function readEvent(decoder: Decoder): EventWord | null {
  const { reader, direction } = decoder
  const word = EVENT_TOKENS.wordOf(reader.id)
  if (word !== undefined && stateEvent(word, direction) !== null) {
    advance(reader)
    return word
  }
  return isLineToken(reader.id) || reader.id === SOURCE ? 'line' : null
}

/** Most names that hints list in all: a text of hostile hands could make them grow with its square. */
const MOST_NAMES = 5_000_000

function noteNames(decoder: Decoder, { told }: Frame): void {
  if (decoder.names === null) return
  decoder.named += told.size
  if (decoder.named > MOST_NAMES) decoder.names = null
  else decoder.names.push([...told])
}

function readState(decoder: Decoder, word: EventWord): StateText | null {
  const { frames, direction, actions } = decoder
  const event = stateEvent(word, direction)
  const pointed = readPointer(decoder)
  if (event === null || pointed === null) return null
  const frame = frames.begin(word, actions.at(-1)?.name ?? null)
  const isLocals = showsLocals(event)
  const locals = isLocals ? readLocals(decoder, frame, word) : null
  const arg = isLocals ? null : readText(decoder, FIRST_PLAIN)
  if (locals === null && arg === null) return null
  if (!take(decoder, END)) return fail(decoder, isLocals ? 'a variable or <end>' : '<end>')
  frame.line = pointed.line
  learnLocals(frame, locals)
  noteNames(decoder, frame)
  if (decoder.states.length === 0) decoder.entryLine = pointed.line - 1
  frames.end()
  return { event, src: pointed.text, locals, arg }
}

function readAction(decoder: Decoder): ActionText | null {
  const { reader, direction } = decoder
  const name = ACTION_TOKENS.wordOf(reader.id)
  if (name === undefined || !actionsOf(direction).includes(name)) {
    return fail(decoder, `an action of a ${direction} text`)
  }
  advance(reader)
  if (name !== 'breakpoint') return { name, operand: null }
  const pointed = readPointer(decoder)
  return pointed === null ? null : { name, operand: pointed.text }
}

/** A state or the exit; true if an action may follow. */
function readStop(decoder: Decoder): boolean {
  const { reader, states, direction } = decoder
  const exit = EXIT_TOKENS.wordOf(reader.id)
  if (exit !== undefined && EXITS_OF[direction].includes(exit)) {
    decoder.exit = exit
    advance(reader)
    if (reader.id !== TEXT_END) fail(decoder, 'the end of the text')
    return false
  }
  const word = readEvent(decoder)
  if (word === null) {
    fail(decoder, 'an event, a line of the code or an exit')
    return false
  }
  const state = readState(decoder, word)
  if (state !== null) states.push(state)
  return state !== null
}

/** Notes that a part was read whole, up to the token the reader stands at. */
function endPart(decoder: Decoder, next: 'state' | 'action'): void {
  const { id, start } = decoder.reader
  decoder.part = id === TEXT_END ? start : start - 1
  decoder.next = next
}

function readStep(decoder: Decoder): boolean {
  const action = readAction(decoder)
  if (action === null) return false
  decoder.actions.push(action)
  endPart(decoder, 'state')
  return true
}

function readNextState(decoder: Decoder): boolean {
  if (!readStop(decoder)) return false
  endPart(decoder, 'action')
  decoder.stateEnd = decoder.part
  return decoder.reader.id !== TEXT_END
}

/** States and actions in turn, up to the exit, the end of a cut trajectory, or a problem. */
function readCourse(decoder: Decoder): void {
  while (decoder.next === 'state' ? readNextState(decoder) : readStep(decoder)) {
    // All the work is in the condition.
  }
}

function nothing(problem: DecodeProblem): Decoded {
  const transcript = {
    direction: 'forward',
    code: '',
    states: [],
    actions: [],
    exit: null,
  } as const
  return { transcript, problem }
}

/** Reads a text on from its table; with names, those told are listed for each state. */
function readOn(text: string, { table, end }: Header, withNames: boolean): Decoder {
  const decoder: Decoder = {
    reader: createTokenReader(text, end),
    texts: textsOf(table, TEXT_OF),
    lines: [],
    direction: 'forward',
    frames: createFrames('forward'),
    tellsGone: false,
    names: withNames ? [] : null,
    named: 0,
    entryLine: -1,
    states: [],
    actions: [],
    exit: null,
    next: 'state',
    part: null,
    stateEnd: null,
    problem: null,
  }
  const direction = readCode(decoder)
  if (direction !== null) {
    decoder.direction = direction
    decoder.frames = createFrames(direction)
    endPart(decoder, 'state')
    readCourse(decoder)
  }
  return decoder
}

/**
 * The longest valid prefix of a text, and where and why it ends if that is not the whole text. What is valid ends
 * after a whole line of the code, state or action; a prompt decodes to all of its states and actions with the problem
 * that the text is over. The names of its hints say no more than which variables were told and are gone.
 */
export function decodeSlots(text: string): Decoded {
  const header = readHeader(text)
  if ('expected' in header) {
    const { at, expected } = header
    const reader = { text, id: 0, start: at, end: at }
    return nothing({ position: Math.min(at, text.length), expected, found: describeAt(reader) })
  }
  const first = readOn(text, header, false)
  const decoder = first.tellsGone ? readOn(text, header, true) : first
  const { direction, lines, states, actions, exit, problem, names } = decoder
  const entryLine = decoder.entryLine < 0 ? null : decoder.entryLine
  return {
    transcript: { direction, code: lines.join('\n'), states, actions, exit },
    problem: problem && repaired(decoder, problem, readCourse),
    hints: names === null ? { entryLine } : { entryLine, names },
  }
}
