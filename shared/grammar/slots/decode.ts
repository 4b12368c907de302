import type { ActionName, Direction, TrajectoryExit } from '../../trajectory/types.ts'
import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../trajectory/types.ts'
import { showsLocals } from '../tokens.ts'
import type { ActionText, Decoded, DecodeProblem, LocalsText, StateText } from '../types.ts'
import {
  advance,
  createTokenReader,
  describeAt,
  isLineToken,
  readHeader,
  TEXT_END,
  type TokenReader,
  textsOf,
} from './form.ts'
import { createFrames, type Frame, type Frames, learnLocals, suggestsRest } from './frames.ts'
import { lineText } from './lines.ts'
import { printText } from './printer.ts'
import {
  ACTION_TOKENS,
  ALL,
  DIRECTION_TOKENS,
  END,
  EVENT_TOKENS,
  type EventWord,
  EXIT_TOKENS,
  FAR_LINE,
  FAR_LINES,
  FIRST_DIGIT,
  FIRST_INDENT,
  FIRST_LINE,
  FIRST_PLAIN,
  FIRST_TEXT,
  GROUP_OF,
  INDENT,
  INDENT_TOKENS,
  IS,
  LINE_TOKENS,
  NAME,
  REST,
  SOURCE,
  SOURCE_END,
  stateEvent,
  TEXT_OF,
  UNDEFINED,
} from './vocabulary.ts'

interface Decoder {
  readonly reader: TokenReader
  readonly texts: readonly string[]
  /** Lines of the code as they are written. */
  readonly lines: string[]
  direction: Direction
  frames: Frames
  readonly states: StateText[]
  readonly actions: ActionText[]
  exit: TrajectoryExit | null
  problem: DecodeProblem | null
}

/** Notes that the text stops being valid where the reader stands. */
function fail(decoder: Decoder, expected: string): null {
  const { reader } = decoder
  decoder.problem ??= { position: reader.start, expected, found: describeAt(reader) }
  return null
}

function take({ reader }: Decoder, id: number): boolean {
  if (reader.id !== id) return false
  advance(reader)
  return true
}

function readText(decoder: Decoder, first: number): string | null {
  const printed = printText(decoder.reader, decoder.texts, first)
  return 'text' in printed ? printed.text : fail(decoder, printed.expected)
}

/** The number of a line token, 0 for a far one without digits; null for another token. */
function readLineNumber(decoder: Decoder): number | null {
  const { reader } = decoder
  const { id } = reader
  if (!isLineToken(id)) return null
  advance(reader)
  if (id !== FAR_LINE) return id - FIRST_LINE + 1
  let number = 0
  for (let place = 0; GROUP_OF[reader.id] === 'digit'; place++) {
    const digit = reader.id - FIRST_DIGIT - place * 10
    if (digit < 0 || digit > 9) break
    number += digit * 10 ** place
    advance(reader)
  }
  return number
}

const SPACES = Array.from({ length: INDENT_TOKENS }, (_, steps) => ' '.repeat(steps * INDENT))

/** A line behind its number: nothing, or its indentation and the rest. */
function readLine(decoder: Decoder): string | null {
  const { reader } = decoder
  if (GROUP_OF[reader.id] !== 'indent') {
    return reader.id >= FIRST_TEXT ? fail(decoder, 'an indentation') : ''
  }
  const spaces = SPACES[reader.id - FIRST_INDENT] ?? ''
  advance(reader)
  const text = readText(decoder, FIRST_TEXT)
  return text === null ? null : spaces + text
}

/** Moves over the token that line `number` of the code begins with; what belongs there if it is another. */
function passLineToken(decoder: Decoder, number: number): string | null {
  const { reader } = decoder
  const { start, end, id } = reader
  const isRight = (id === FAR_LINE) === number > LINE_TOKENS
  if (isRight && readLineNumber(decoder) === number % FAR_LINES) return null
  Object.assign(reader, { start, end, id })
  return number <= LINE_TOKENS ? `L${number}` : `<L> and the digits of ${number}`
}

/** The lines of the code up to the direction, which ends them. A line is whole when the next token is there. */
function readCode(decoder: Decoder): Direction | null {
  const { reader, lines } = decoder
  let line: string | null = null
  while (true) {
    const direction = DIRECTION_TOKENS.wordOf(reader.id)
    const expected = passLineToken(decoder, lines.length + (line === null ? 1 : 2))
    const isEnd = line !== null && direction !== undefined
    if (expected !== null && !isEnd) {
      return fail(decoder, line === null ? expected : `${expected}, <forward> or <inverse>`)
    }
    if (line !== null) lines.push(line)
    if (isEnd) {
      advance(reader)
      return direction
    }
    line = readLine(decoder)
    if (line === null) return null
  }
}

interface Pointed {
  readonly text: string
  /** 0 for a text that is not pointed at. */
  readonly line: number
}

/** The line a state or breakpoint points at, or the text it tells. */
function readPointer(decoder: Decoder): Pointed | null {
  if (take(decoder, SOURCE)) {
    const text = readLine(decoder)
    if (text === null) return null
    return take(decoder, SOURCE_END) ? { text, line: 0 } : fail(decoder, '<source_end>')
  }
  const { reader, lines } = decoder
  const { start, end, id } = reader
  const line = readLineNumber(decoder)
  const written = line === null ? undefined : lines[line - 1]
  if (written !== undefined) return { text: lineText(written), line: line ?? 0 }
  Object.assign(reader, { start, end, id })
  return fail(decoder, 'a line of the code or <source>')
}

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

function readEntries(decoder: Decoder): [string, string][] | null {
  const entries: [string, string][] = []
  const names = new Set<string>()
  while (true) {
    const { start, end, id } = decoder.reader
    const name = readName(decoder)
    if (name === undefined) return entries
    if (name === null) return null
    if (names.has(name)) {
      Object.assign(decoder.reader, { start, end, id })
      return fail(decoder, 'a name not yet listed')
    }
    names.add(name)
    const value = readText(decoder, FIRST_PLAIN)
    if (value === null) return null
    entries.push([name, value])
  }
}

function readLocals(decoder: Decoder, frame: Frame, event: EventWord): LocalsText | null {
  const { direction } = decoder
  const isRest = take(decoder, REST)
  const isAll = !isRest && take(decoder, direction === 'forward' ? ALL : UNDEFINED)
  const entries = readEntries(decoder)
  if (entries === null) return null
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
  frames.end()
  return { event, src: pointed.text, locals, arg }
}

const NAMES: Readonly<Record<Direction, readonly ActionName[]>> = {
  forward: FORWARD_ACTIONS,
  inverse: INVERSE_ACTIONS,
}
const EXITS: Readonly<Record<Direction, readonly TrajectoryExit[]>> = {
  forward: ['normal', 'error', 'never'],
  inverse: ['inv_entry'],
}

function readAction(decoder: Decoder): ActionText | null {
  const { reader, direction } = decoder
  const name = ACTION_TOKENS.wordOf(reader.id)
  if (name === undefined || !NAMES[direction].includes(name)) {
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
  if (exit !== undefined && EXITS[direction].includes(exit)) {
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

/** States and actions in turn, up to the exit, the end of a cut trajectory, or a problem. */
function readCourse(decoder: Decoder): void {
  while (readStop(decoder) && decoder.reader.id !== TEXT_END) {
    const action = readAction(decoder)
    if (action === null) return
    decoder.actions.push(action)
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

/**
 * The longest valid prefix of a text, and where and why it ends if that is not the whole text. What is valid ends
 * after a whole line of the code, state or action; a prompt decodes to all of its states and actions with the problem
 * that the text is over.
 */
export function decodeSlots(text: string): Decoded {
  const header = readHeader(text)
  if ('expected' in header) {
    const { at, expected } = header
    const reader = { text, id: 0, start: at, end: at }
    return nothing({ position: Math.min(at, text.length), expected, found: describeAt(reader) })
  }
  const decoder: Decoder = {
    reader: createTokenReader(text, header.end),
    texts: textsOf(header.table, TEXT_OF),
    lines: [],
    direction: 'forward',
    frames: createFrames('forward'),
    states: [],
    actions: [],
    exit: null,
    problem: null,
  }
  const direction = readCode(decoder)
  if (direction !== null) {
    decoder.direction = direction
    decoder.frames = createFrames(direction)
    readCourse(decoder)
  }
  const { lines, states, actions, exit, problem } = decoder
  const code = lines.join('\n')
  return {
    transcript: { direction: decoder.direction, code, states, actions, exit },
    problem,
  }
}
