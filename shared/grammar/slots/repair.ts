import { actionsOf } from '../../trajectory/act.ts'
import type { Direction } from '../../trajectory/types.ts'
import { type Edit, withRepair } from '../repair.ts'
import type { DecodeProblem } from '../types.ts'
import type { Decoder } from './decoder.ts'
import { createTokenReader } from './form.ts'
import { createFrames } from './frames.ts'

const CLOSING = ["'", '"']

/** Tokens that may help where something else was expected. */
function wantedOf(expected: string, direction: Direction): readonly string[] {
  const named = expected.match(/<[a-z_]+>/g) ?? []
  const quotes = expected.includes('quote') ? CLOSING : []
  const actions = expected.startsWith('an action') ? actionsOf(direction).slice(0, 1) : []
  return [...named, ...quotes, ...actions.map((name) => `<${name}>`)]
}

/** Takes the token at a problem away, or puts one in its place or before it. */
function editsAt(text: string, position: number, wanted: readonly string[]): Edit[] {
  if (position >= text.length) return wanted.map((name) => ({ remove: 0, insert: ` ${name}` }))
  const length = /^[^ \n]*/.exec(text.slice(position, position + LONGEST_EDIT))?.[0].length ?? 0
  return [
    { remove: length + 1, insert: '' },
    ...wanted.flatMap((name) => [
      { remove: length, insert: name },
      { remove: 0, insert: `${name} ` },
    ]),
  ]
}

const LONGEST_EDIT = 256

/** The problem with its repair, where the code before the states was whole; `readCourse` reads what is behind it. */
export function repaired(
  decoder: Decoder,
  problem: DecodeProblem,
  readCourse: (trial: Decoder) => void,
): DecodeProblem {
  const { reader, part, stateEnd, direction, states } = decoder
  if (part === null) return problem
  const tryFrom = (rest: string): number | null => {
    const trial: Decoder = {
      ...decoder,
      ...{ reader: createTokenReader(rest, 0), frames: createFrames(direction), problem: null },
      ...{ states: states.slice(0, 1), actions: [], names: null, exit: null },
    }
    readCourse(trial)
    return trial.problem?.position ?? null
  }
  const wanted = wantedOf(problem.expected, direction)
  const edits = editsAt(reader.text, problem.position, wanted)
  return withRepair(
    reader.text,
    { ...problem, wanted: [], edits },
    { part, state: stateEnd },
    tryFrom,
  )
}
