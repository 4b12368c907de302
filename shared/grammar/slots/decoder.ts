import type { Direction, TrajectoryExit } from '../../trajectory/types.ts'
import type { ActionText, DecodeProblem, StateText } from '../types.ts'
import { advance, describeAt, type TokenReader } from './form.ts'
import type { Frames } from './frames.ts'
import { printText } from './printer.ts'

/** What was read of a text so far. */
export interface Decoder {
  readonly reader: TokenReader
  readonly texts: readonly string[]
  /** Lines of the code as they are written. */
  readonly lines: string[]
  direction: Direction
  frames: Frames
  /** Some state said of a variable that it is not there. */
  tellsGone: boolean
  /** Names told of the activation, for each state; null where nobody needs them. */
  names: string[][] | null
  /** How many those are in all. */
  named: number
  /** Line of the code, from 0, that the first state points at; -1 if at none. */
  entryLine: number
  readonly states: StateText[]
  readonly actions: ActionText[]
  exit: TrajectoryExit | null
  /** What comes next behind the direction, and where the part before it ends; null before the direction. */
  next: 'state' | 'action'
  part: number | null
  /** End of the last whole state. */
  stateEnd: number | null
  problem: DecodeProblem | null
}

/** Notes that the text stops being valid where the reader stands. */
export function fail(decoder: Decoder, expected: string): null {
  const { reader } = decoder
  decoder.problem ??= { position: reader.start, expected, found: describeAt(reader) }
  return null
}

export function take({ reader }: Decoder, id: number): boolean {
  if (reader.id !== id) return false
  advance(reader)
  return true
}

export function readText(decoder: Decoder, first: number): string | null {
  const printed = printText(decoder.reader, decoder.texts, first)
  return 'text' in printed ? printed.text : fail(decoder, printed.expected)
}
