import { assert, must } from '../../base/assert.ts'
import { sourceLines } from '../../trace/source.ts'
import type { TrajectoryExit } from '../../trajectory/types.ts'
import { escapeName, escapeRaw, jsonString, OMITTED } from '../escape.ts'
import { type ResolvedLocals, resolveLocals } from '../resolve.ts'
import {
  ACTION_SEP,
  ARG_SEP,
  BEGIN_OF_TEXT,
  CONTEXT_START,
  END_OF_TEXT,
  eventToken,
  FRAME_SEP,
  showsLocals,
} from '../tokens.ts'
import { transcriptBefore } from '../transcript.ts'
import type { Encoded, EncodeHints, LocalsText, StateText, Transcript } from '../types.ts'
import { createWriter, type Writer, type WrittenPair, writePairs } from '../writer.ts'
import { withMark } from './mark.ts'

/** How a text that ends with the end token ended: by an exception if the last return unwound one. */
export function exitOf(states: readonly StateText[]): TrajectoryExit {
  const last = states.at(-1)
  const isUnwinding = last?.arg === 'None' && states.at(-2)?.event === 'exception'
  return last?.event === 'exception' || (last?.event === 'return' && isUnwinding)
    ? 'error'
    : 'normal'
}

/**
 * CWM's text has no debugger actions and no exit codes: every frame follows the one before, and the end token says
 * that the entry was left. So only what says no more than that comes back from it.
 */
export function refusesCwm({ direction, states, actions, exit }: Transcript): string | null {
  if (direction === 'inverse') return 'CWM text only runs forward, and this trajectory is inverse.'
  const other = actions.find(({ name }) => name !== 'step_into')
  if (other !== undefined) {
    return `CWM text has no debugger actions: every state follows the one before, as by step_into, and this trajectory uses ${other.name}.`
  }
  if (exit === 'never') {
    return 'CWM text has no exit code never: its end token says that the entry was left.'
  }
  if (exit === null && actions.length === states.length && actions.length > 0) {
    return 'This trajectory breaks off after an action, and CWM text has no actions.'
  }
  if (exit !== null && exit !== exitOf(states)) {
    return `CWM text has no exit codes, and nothing in its last states tells that this trajectory ended with ${exit}.`
  }
  return null
}

/** Told values under their names, unchanged ones as `..`, in the order of the names where that is the told one's. */
function pairsOf(
  { omitted, entries }: LocalsText,
  known: ResolvedLocals,
  names: readonly string[] | null,
): WrittenPair[] {
  const told = new Map(entries)
  const isKnown = new Set(known.variables.map(({ name }) => name))
  const order = (names ?? [...isKnown]).filter((name) => isKnown.has(name))
  const unchanged = omitted ? order.filter((name) => !told.has(name)) : []
  const inOrder = order.filter((name) => told.has(name))
  const isToldOrder = entries.every(([name], index) => inOrder[index] === name)
  const all = omitted && isToldOrder ? order : [...unchanged, ...entries.map(([name]) => name)]
  const pairs = all.map((name) => {
    const text = told.get(name)
    const value = text === undefined ? `"${OMITTED}"` : jsonString(escapeName(text))
    return { text: `${jsonString(escapeName(name))}: ${value}`, variable: name }
  })
  // Unchanged, and never named so far.
  const unnamed = { text: `"${OMITTED}": "${OMITTED}"`, variable: null }
  return omitted && unchanged.length === 0 ? [unnamed, ...pairs] : pairs
}

interface Frame {
  readonly state: StateText
  readonly step: number
  readonly known: ResolvedLocals
  readonly names: readonly string[] | null
}

function writeFrame(writer: Writer, { state, step, known, names }: Frame): void {
  writer.add(eventToken(state.event), 'event', step)
  if (showsLocals(state.event)) {
    const locals = must(state.locals, `locals of a ${state.event}`)
    writePairs(writer, pairsOf(locals, known, names), step)
  }
  writer.add(ACTION_SEP, 'marker', step)
  writer.add(`${escapeRaw(state.src)}\n`, 'source', step)
  if (!showsLocals(state.event)) {
    writer.add(ARG_SEP, 'marker', step)
    writer.add(jsonString(must(state.arg, `value of a ${state.event}`)), 'argument', step)
  }
  writer.add(FRAME_SEP, 'marker', step)
}

/** The line the trace begins at: the given one, or the first that has the text of the first state. */
function entryLine({ code, states }: Transcript, { entryLine: given }: EncodeHints): number | null {
  const lines = sourceLines(code)
  const src = states[0]?.src ?? ''
  if (given !== undefined) return given
  const line = src.trim() === '' ? -1 : lines.indexOf(src)
  return line === -1 ? null : line
}

function writeCourse(writer: Writer, transcript: Transcript, hints: EncodeHints): void {
  writer.add(BEGIN_OF_TEXT, 'marker', -1)
  writer.add(CONTEXT_START, 'marker', -1)
  writer.add(escapeRaw(withMark(transcript.code, entryLine(transcript, hints))), 'code', -1)
  writer.add(FRAME_SEP, 'marker', -1)
  const resolved = resolveLocals(transcript)
  transcript.states.forEach((state, step) => {
    const known = must(resolved[step], 'resolved locals')
    writeFrame(writer, { state, step, known, names: hints.names?.[step] ?? null })
  })
}

/** The text of a transcript that `refusesCwm` does not refuse. */
export function encodeCwm(transcript: Transcript, hints: EncodeHints = {}): Encoded {
  assert(refusesCwm(transcript) === null, 'CWM text can tell this trajectory')
  const writer = createWriter()
  writeCourse(writer, transcript, hints)
  if (transcript.exit !== null) writer.add(END_OF_TEXT, 'exit', transcript.states.length)
  return writer.finish()
}

/** The text up to the frame separator that ends the state before `step`. */
export function promptAtCwm(
  transcript: Transcript,
  step: number,
  hints: EncodeHints = {},
): Encoded {
  const writer = createWriter()
  writeCourse(writer, transcriptBefore(transcript, step), hints)
  return writer.finish()
}
