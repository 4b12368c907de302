import { assert, must } from '../../base/assert.ts'
import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../trajectory/types.ts'
import { escapeName, escapeRaw, jsonString, OMITTED } from '../escape.ts'
import {
  ACTION_SEP,
  ARG_SEP,
  actionToken,
  BEGIN_OF_TEXT,
  CONTEXT_START,
  END_OF_TEXT,
  eventToken,
  exitToken,
  FRAME_SEP,
  SRC_SEP,
  showsLocals,
  showsSourceFirst,
  TRACE_END,
} from '../tokens.ts'
import { transcriptBefore } from '../transcript.ts'
import type { ActionText, Encoded, LocalsText, StateText, Transcript } from '../types.ts'
import { createWriter, type Writer, type WrittenPair, writePairs } from '../writer.ts'

function pairsOf({ omitted, entries }: LocalsText): WrittenPair[] {
  const rest = { text: `"${OMITTED}": "${OMITTED}"`, variable: null }
  const told = entries.map(([name, text]) => ({
    text: `${jsonString(escapeName(name))}: ${jsonString(text)}`,
    variable: name,
  }))
  return omitted ? [rest, ...told] : told
}

function writeState(writer: Writer, state: StateText, step: number): void {
  const writeSource = (): void => {
    writer.add(SRC_SEP, 'marker', step)
    writer.add(escapeRaw(state.src), 'source', step)
  }
  const writeArgument = (): void => {
    writer.add(ARG_SEP, 'marker', step)
    if (showsLocals(state.event)) {
      writePairs(writer, pairsOf(must(state.locals, `locals of a ${state.event}`)), step)
    } else {
      writer.add(jsonString(must(state.arg, `value of a ${state.event}`)), 'argument', step)
    }
  }
  writer.add(FRAME_SEP, 'marker', step)
  writer.add(eventToken(state.event), 'event', step)
  if (showsSourceFirst(state.event)) {
    writeSource()
    writeArgument()
  } else {
    writeArgument()
    writeSource()
  }
}

const ACTION_NAMES: ReadonlySet<string> = new Set([...FORWARD_ACTIONS, ...INVERSE_ACTIONS])

function writeAction(writer: Writer, action: ActionText, step: number): void {
  assert(ACTION_NAMES.has(action.name), `${action.name} is an action`)
  writer.add(ACTION_SEP, 'marker', step)
  writer.add(actionToken(action.name), 'action', step)
  if (action.name === 'breakpoint') {
    writer.add(escapeRaw(must(action.operand, 'line of a breakpoint')), 'action', step)
  }
}

function writeCourse(writer: Writer, { code, states, actions }: Transcript): void {
  writer.add(BEGIN_OF_TEXT, 'marker', -1)
  writer.add(CONTEXT_START, 'marker', -1)
  writer.add(escapeRaw(code), 'code', -1)
  states.forEach((state, step) => {
    writeState(writer, state, step)
    const action = actions[step]
    if (action !== undefined) writeAction(writer, action, step)
  })
}

/**
 * The text of a transcript. An action belongs to the state it is taken at, the exit to the step after the last
 * state; a transcript without an exit ends after its last state or action, with no end marker.
 */
export function encodeNd(transcript: Transcript): Encoded {
  const { states, exit } = transcript
  const writer = createWriter()
  writeCourse(writer, transcript)
  if (exit !== null) {
    writer.add(FRAME_SEP, 'marker', states.length)
    writer.add(exitToken(exit), 'exit', states.length)
    writer.add(TRACE_END, 'marker', -1)
    writer.add(END_OF_TEXT, 'marker', -1)
  }
  return writer.finish()
}

/** The text up to the frame separator that asks for state `step`, or for the exit after the last action. */
export function promptAtNd(transcript: Transcript, step: number): Encoded {
  const writer = createWriter()
  writeCourse(writer, transcriptBefore(transcript, step))
  writer.add(FRAME_SEP, 'marker', step)
  return writer.finish()
}
