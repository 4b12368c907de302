import { assert, must } from '../../base/assert.ts'
import { type Direction, FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../trajectory/types.ts'
import { showsLocals } from '../tokens.ts'
import type { ActionText, Encoded, LocalsText, StateText, TextRole, Transcript } from '../types.ts'
import { type SlotsTokens, type TokenRun, writeForm } from './form.ts'
import { createFrames, type Frame, type Frames, learnLocals, suggestsRest } from './frames.ts'
import {
  type FindSlot,
  lexLine,
  lexValue,
  type OpenString,
  tellAsIs,
  wordToken,
  writeDigits,
} from './lexer.ts'
import { type CodeLines, chooseLine, codeLines } from './lines.ts'
import {
  ACTION_TOKENS,
  ALL,
  DIRECTION_TOKENS,
  END,
  EVENT_TOKENS,
  type EventWord,
  EXIT_TOKENS,
  eventWord,
  FAR_LINE,
  FAR_LINES,
  FIRST_FUNCTION,
  FIRST_INDENT,
  FIRST_LINE,
  FIRST_VARIABLE,
  FUNCTION_SLOTS,
  INDENT,
  INDENT_TOKENS,
  IS,
  LINE_TOKENS,
  NAME,
  REST,
  SOURCE,
  SOURCE_END,
  UNDEFINED,
  VARIABLE_SLOTS,
} from './vocabulary.ts'

interface Encoder {
  readonly ids: number[]
  readonly runs: TokenRun[]
  readonly lines: CodeLines
  readonly slots: Map<string, number>
  readonly slotOf: FindSlot
  readonly direction: Direction
  readonly frames: Frames
}

function mark(encoder: Encoder, role: TextRole, step: number): void {
  const { runs, ids } = encoder
  if (runs.at(-1)?.from === ids.length) runs.pop()
  runs.push({ from: ids.length, role, step })
}

/** Names that a program defines as functions or classes. */
function definedNames(code: string): ReadonlySet<string> {
  const defined = code.matchAll(
    /\b(?:def|class)[ \t]+([A-Za-z_\u0080-\ud7ff\ue000-\uffff][\w\u0080-\ud7ff\ue000-\uffff]*)/g,
  )
  return new Set([...defined].map(([, name]) => name ?? ''))
}

/** Gives slots to names as they are met; those that meet none left have none. */
interface Allocation {
  readonly slots: Map<string, number>
  readonly variables: string[]
  readonly functions: string[]
  readonly slotOf: FindSlot
}

function createAllocation(code: string): Allocation {
  const defined = definedNames(code)
  const slots = new Map<string, number>()
  const variables: string[] = []
  const functions: string[] = []
  const allocate = (name: string): number => {
    if (defined.has(name) && functions.length < FUNCTION_SLOTS) {
      return FIRST_FUNCTION + functions.push(name) - 1
    }
    return variables.length < VARIABLE_SLOTS ? FIRST_VARIABLE + variables.push(name) - 1 : 0
  }
  const slotOf = (name: string): number => {
    let slot = slots.get(name)
    if (slot === undefined) {
      slot = allocate(name)
      slots.set(name, slot)
    }
    return slot
  }
  return { slots, variables, functions, slotOf }
}

function writeLineToken(ids: number[], line: number): void {
  if (line <= LINE_TOKENS) {
    ids.push(FIRST_LINE + line - 1)
    return
  }
  ids.push(FAR_LINE)
  writeDigits(ids, String(line % FAR_LINES))
}

/** The indentation of a line and what is behind it; nothing of an empty line. */
function writeLine(ids: number[], text: string, slotOf: FindSlot, open: OpenString): OpenString {
  if (text === '') return open
  const spaces = text.length - text.replace(/^ +/, '').length
  const steps = Math.min(Math.floor(spaces / INDENT), INDENT_TOKENS - 1)
  ids.push(FIRST_INDENT + steps)
  return lexLine(text, steps * INDENT, { ids, slotOf, open })
}

function writeCode({ ids, lines, slotOf }: Encoder): void {
  let open: OpenString = null
  lines.written.forEach((text, index) => {
    writeLineToken(ids, index + 1)
    open = writeLine(ids, text, slotOf, open)
  })
}

/** Points at a line of the code, or tells a text that is not in it. */
function writePointer({ ids, slots }: Encoder, line: number, text: string): void {
  if (line > 0 && line < FAR_LINES) {
    writeLineToken(ids, line)
    return
  }
  ids.push(SOURCE)
  writeLine(ids, text, (name) => slots.get(name) ?? 0, null)
  ids.push(SOURCE_END)
}

function writeName({ ids, slots }: Encoder, name: string): void {
  const slot = slots.get(name) ?? 0
  if (slot !== 0) {
    ids.push(slot)
    return
  }
  ids.push(NAME)
  const word = wordToken(name)
  if (word === 0) tellAsIs(name, ids)
  else ids.push(word)
  ids.push(IS)
}

function writeLocals(encoder: Encoder, locals: LocalsText, frame: Frame, event: EventWord): void {
  const { ids, direction } = encoder
  const { omitted, entries } = locals
  if (omitted !== suggestsRest(frame, entries, { event, direction })) {
    ids.push(omitted ? REST : direction === 'forward' ? ALL : UNDEFINED)
  }
  for (const [name, value] of entries) {
    writeName(encoder, name)
    lexValue(value, ids)
  }
}

/** Where the search for a state's line begins: behind the line before, but for events that happen at it. */
function searchFrom(frame: Frame, event: EventWord, isBackward: boolean): number {
  const isNext = (event === 'line' || event === 'line_call') && frame.line > 0
  if (!isNext) return frame.line
  return isBackward ? frame.line - 1 : frame.line + 1
}

/** What the action before a state says of it. */
interface Arrival {
  readonly action: string | null
  /** Line a breakpoint was set at, 0 for none. */
  readonly line: number
}

function writeState(encoder: Encoder, state: StateText, step: number, arrival: Arrival): void {
  const { ids, lines, direction, frames } = encoder
  const { src, locals, arg } = state
  const event = eventWord(state.event)
  const frame = frames.begin(event, arrival.action)
  if (event !== 'line') {
    mark(encoder, 'event', step)
    ids.push(EVENT_TOKENS.idOf(event))
  }
  const isBackward = direction === 'inverse'
  const from = arrival.line > 0 ? arrival.line : searchFrom(frame, event, isBackward)
  const line = chooseLine(lines, src, { from, isBackward })
  mark(encoder, 'source', step)
  writePointer(encoder, line, src)
  if (showsLocals(state.event)) {
    const shown = must(locals, `locals of a ${state.event}`)
    mark(encoder, 'locals', step)
    writeLocals(encoder, shown, frame, event)
  } else {
    mark(encoder, 'argument', step)
    lexValue(must(arg, `value of a ${state.event}`), ids)
  }
  mark(encoder, 'marker', step)
  ids.push(END)
  frame.line = line
  learnLocals(frame, locals)
  frames.end()
}

const ACTION_NAMES = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS]

function writeAction(encoder: Encoder, action: ActionText, step: number): Arrival {
  const { ids, lines, frames, direction } = encoder
  const name = must(
    ACTION_NAMES.find((one) => one === action.name),
    `action ${action.name}`,
  )
  mark(encoder, 'action', step)
  ids.push(ACTION_TOKENS.idOf(name))
  if (name !== 'breakpoint') return { action: action.name, line: 0 }
  const operand = must(action.operand, 'line of a breakpoint')
  const from = (frames.stack.at(-1)?.line ?? 0) + 1
  const line = chooseLine(lines, operand, { from, isBackward: direction === 'inverse' })
  writePointer(encoder, line, operand)
  return { action: action.name, line }
}

/** The tokens of a transcript, without those that tell which names the slots stand for: the table does. */
export function slotsTokens(transcript: Transcript): SlotsTokens {
  const { direction, code, states, actions, exit } = transcript
  const { slots, variables, functions, slotOf } = createAllocation(code)
  const frames = createFrames(direction)
  const encoder: Encoder = {
    ids: [],
    runs: [],
    lines: codeLines(code),
    slots,
    slotOf,
    direction,
    frames,
  }
  const { ids, runs } = encoder
  mark(encoder, 'code', -1)
  writeCode(encoder)
  mark(encoder, 'marker', -1)
  ids.push(DIRECTION_TOKENS.idOf(direction))
  let arrival: Arrival = { action: null, line: 0 }
  states.forEach((state, step) => {
    writeState(encoder, state, step, arrival)
    const action = actions[step]
    if (action !== undefined) arrival = writeAction(encoder, action, step)
  })
  if (exit !== null) {
    mark(encoder, 'exit', states.length)
    ids.push(EXIT_TOKENS.idOf(exit))
  }
  return { table: { variables, functions }, ids, runs }
}

export function encodeSlots(transcript: Transcript): Encoded {
  return writeForm(slotsTokens(transcript))
}

/** The text up to the action that asks for state `step`, or for the exit after the last action. */
export function promptAtSlots(transcript: Transcript, step: number): Encoded {
  const { states, actions } = transcript
  assert(step >= 1 && step <= actions.length, `state ${step} follows an action`)
  return encodeSlots({
    ...transcript,
    states: states.slice(0, step),
    actions: actions.slice(0, step),
    exit: null,
  })
}
