import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../trajectory/types.ts'
import { advance, createTokenReader, type TokenReader } from '../slots/form.ts'
import {
  ACTION_TOKENS,
  FAR_LINE,
  GROUP_OF,
  SOURCE,
  SOURCE_END,
  VOCABULARY,
} from '../slots/vocabulary.ts'
import { FRAME_SEP } from '../tokens.ts'

/** A prompt, and what was told of its answer already. */
export interface SplitPrompt {
  readonly prompt: string
  readonly begun: string
}

function splitAt(text: string, at: number): SplitPrompt {
  return { prompt: text.slice(0, at), begun: text.slice(at) }
}

/** Splits a text of nd@1 or cwm@1 behind its last frame separator: no answer has one within. */
export function splitText(text: string): SplitPrompt {
  const at = text.lastIndexOf(FRAME_SEP)
  return splitAt(text, at === -1 ? text.length : at + FRAME_SEP.length)
}

const ACTIONS = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS].map(
  (name) => VOCABULARY[ACTION_TOKENS.idOf(name)] ?? '',
)

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

/** Splits a text of slots@1 behind its last action: no answer has one within. */
export function splitSlots(text: string): SplitPrompt {
  const found = ACTIONS.map((name) => ({ name, at: text.lastIndexOf(name) }))
  const last = found.reduce((a, b) => (a.at > b.at ? a : b))
  if (last.at === -1) return splitAt(text, text.length)
  const end = last.at + last.name.length
  if (last.name !== '<breakpoint>') return splitAt(text, end)
  return splitAt(text, passPointer(createTokenReader(text, end)))
}
