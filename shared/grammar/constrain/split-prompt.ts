import { DIRECTIONS, FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../trajectory/types.ts'
import { advance, createTokenReader, type TokenReader } from '../slots/form.ts'
import {
  ACTION_TOKENS,
  DIRECTION_TOKENS,
  FAR_LINE,
  GROUP_OF,
  SOURCE,
  SOURCE_END,
  VOCABULARY,
} from '../slots/vocabulary.ts'
import { FRAME_SEP } from '../tokens.ts'

/** What a text asks, and what it tells of the answer already. */
export interface SplitPrompt {
  /** The prompt with no more than the code, the state it asks from and the action: no answer depends on what was before. */
  readonly prompt: string
  readonly begun: string
}

/** Splits a text of nd@1, where a frame separator begins a state, behind its last one: no answer has one within. */
export function splitNd(text: string): SplitPrompt {
  const first = text.indexOf(FRAME_SEP)
  const last = text.lastIndexOf(FRAME_SEP)
  const before = Math.max(first, text.lastIndexOf(FRAME_SEP, last - 1))
  const end = last + FRAME_SEP.length
  if (first === -1) return { prompt: text, begun: '' }
  return { prompt: text.slice(0, first) + text.slice(before, end), begun: text.slice(end) }
}

/** The same in cwm@1, where it ends the code and each state. */
export function splitCwm(text: string): SplitPrompt {
  const { length } = FRAME_SEP
  const first = text.indexOf(FRAME_SEP) + length
  const end = text.lastIndexOf(FRAME_SEP) + length
  const before = Math.max(first, text.lastIndexOf(FRAME_SEP, end - length - 1) + length)
  if (first < length) return { prompt: text, begun: '' }
  return { prompt: text.slice(0, first) + text.slice(before, end), begun: text.slice(end) }
}

const nameOf = (id: number): string => VOCABULARY[id] ?? ''
const ACTIONS = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS].map((name) =>
  nameOf(ACTION_TOKENS.idOf(name)),
)
const DIRECTIONS_TOLD = DIRECTIONS.map((name) => nameOf(DIRECTION_TOKENS.idOf(name)))

/** Moves behind what a breakpoint points at. */
function passPointer(reader: TokenReader): number {
  if (reader.id === SOURCE) {
    while (reader.id >= 0 && reader.id !== SOURCE_END) advance(reader)
    return reader.end
  }
  let { end } = reader
  const isFar = reader.id === FAR_LINE
  for (advance(reader); isFar && GROUP_OF[reader.id] === 'digit'; advance(reader)) end = reader.end
  return end
}

/** Where the last action before a position stands, with what it points at; null if there is none. */
function lastAction(text: string, before: number): { at: number; end: number } | null {
  if (before < 0) return null
  const found = ACTIONS.map((name) => ({ name, at: text.lastIndexOf(name, before) }))
  const { name, at } = found.reduce((a, b) => (a.at > b.at ? a : b))
  if (at === -1) return null
  const end = at + name.length
  const isPointing = name === nameOf(ACTION_TOKENS.idOf('breakpoint'))
  return { at, end: isPointing ? passPointer(createTokenReader(text, end)) : end }
}

/** Splits a text of slots@1 behind its last action: no answer has one within. */
export function splitSlots(text: string): SplitPrompt {
  const last = lastAction(text, text.length)
  const starts = DIRECTIONS_TOLD.map((name) => ({ name, at: text.indexOf(name) }))
  const direction = starts.find(({ at }) => at !== -1)
  if (last === null || direction === undefined) return { prompt: text, begun: '' }
  const head = direction.at + direction.name.length
  const before = lastAction(text, last.at - 1)?.end ?? head
  return { prompt: text.slice(0, head) + text.slice(before, last.end), begun: text.slice(last.end) }
}
