import { must } from '../../base/assert.ts'
import { type Direction, FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../trajectory/types.ts'
import { showsLocals } from '../tokens.ts'
import { transcriptBefore } from '../transcript.ts'
import type {
  ActionText,
  Encoded,
  EncodeHints,
  LocalsText,
  StateText,
  TextRole,
  Transcript,
} from '../types.ts'
import { type SlotsTokens, type TokenRun, writeForm } from './form.ts'
import {
  createFrames,
  type Frame,
  type Frames,
  forgetNames,
  learnLocals,
  suggestsRest,
} from './frames.ts'
import { lexValue, tellAsIs, wordToken } from './lexer.ts'
import { chooseLine, codeLines } from './lines.ts'
import {
  ACTION_TOKENS,
  ALL,
  DIRECTION_TOKENS,
  END,
  EVENT_TOKENS,
  type EventWord,
  EXIT_TOKENS,
  eventWord,
  IS,
  NAME,
  REST,
  UNDEFINED,
} from './vocabulary.ts'
import { type CodeWriter, createAllocation, writeCode, writePointer } from './write-code.ts'

interface Encoder extends CodeWriter {
  readonly runs: TokenRun[]
  readonly direction: Direction
  readonly frames: Frames
  /** Names of all variables of each state, where they are known. */
  readonly names: readonly (readonly string[])[] | null
}

function mark(encoder: Encoder, role: TextRole, step: number, variable?: string): void {
  const { runs, ids } = encoder
  if (runs.at(-1)?.from === ids.length) runs.pop()
  const from = ids.length
  runs.push(variable === undefined ? { from, role, step } : { from, role, step, variable })
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

/** A state on its way into tokens. */
interface Written {
  readonly step: number
  readonly event: EventWord
  readonly frame: Frame
  /** Names of all its variables; null where only those it shows are known. */
  readonly names: readonly string[] | null
}

/** Variables told before that the state has not: deleted by now, or, backward, not yet defined. */
function goneNames({ frame, names }: Written): readonly string[] {
  if (names === null || frame.told.size === 0) return []
  const there = new Set(names)
  return [...frame.told].filter((name) => !there.has(name))
}

function writeLocals(encoder: Encoder, locals: LocalsText, written: Written): void {
  const { ids, direction } = encoder
  const { omitted, entries } = locals
  const { frame, event, step } = written
  // Where nothing is left out, what is not listed is gone.
  const gone = omitted && !frame.isFull ? goneNames(written) : []
  forgetNames(frame, gone)
  if (omitted !== suggestsRest(frame, entries, { event, direction })) ids.push(omitted ? REST : ALL)
  for (const [name, value] of entries) {
    mark(encoder, 'locals', step, name)
    writeName(encoder, name)
    lexValue(value, ids)
  }
  for (const name of gone) {
    mark(encoder, 'locals', step, name)
    writeName(encoder, name)
    ids.push(UNDEFINED)
  }
}

/** Where the search for a state's line begins: behind the line before, but for events that happen at it. */
function searchFrom(frame: Frame, event: EventWord, isBackward: boolean): number {
  const isNext = (event === 'line' || event === 'line_call') && frame.line > 0
  if (!isNext) return frame.line
  return isBackward ? frame.line - 1 : frame.line + 1
}

/** What is known of a state before it. */
interface Arrival {
  readonly action: string | null
  /** Line it is at, if it has the text; 0 where nothing says so. */
  readonly line: number
}

function writeState(encoder: Encoder, state: StateText, step: number, arrival: Arrival): void {
  const { ids, lines, direction, frames, names } = encoder
  const { src, locals, arg } = state
  const event = eventWord(state.event)
  const frame = frames.begin(event, arrival.action)
  if (event !== 'line') {
    mark(encoder, 'event', step)
    ids.push(EVENT_TOKENS.idOf(event))
  }
  const isBackward = direction === 'inverse'
  const isToldLine = lines.byText.get(src)?.includes(arrival.line)
  const from = isToldLine ? arrival.line : searchFrom(frame, event, isBackward)
  const line = chooseLine(lines, src, { from, isBackward })
  mark(encoder, 'source', step)
  writePointer(encoder, line, src)
  if (showsLocals(state.event)) {
    const shown = must(locals, `locals of a ${state.event}`)
    mark(encoder, 'locals', step)
    writeLocals(encoder, shown, { step, event, frame, names: names?.[step] ?? null })
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
export function slotsTokens(
  transcript: Transcript,
  { names, entryLine = null }: EncodeHints = {},
): SlotsTokens {
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
    names: names ?? null,
  }
  const { ids, runs } = encoder
  mark(encoder, 'code', -1)
  writeCode(encoder)
  mark(encoder, 'marker', -1)
  ids.push(DIRECTION_TOKENS.idOf(direction))
  let arrival: Arrival = { action: null, line: entryLine === null ? 0 : entryLine + 1 }
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

export function encodeSlots(transcript: Transcript, hints?: EncodeHints): Encoded {
  return writeForm(slotsTokens(transcript, hints))
}

/** The text up to the action that asks for state `step`, or for the exit after the last action. */
export function promptAtSlots(transcript: Transcript, step: number, hints?: EncodeHints): Encoded {
  return encodeSlots(transcriptBefore(transcript, step), hints)
}
