import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import type { LocalsText, StateEvent, StateText, Transcript } from '../../shared/grammar/types.ts'
import { CoursePredictor, type Prediction } from '../../shared/model/course.ts'
import { encodedOutcome } from '../../shared/model/encode-outcome.ts'
import type { Answer } from '../../shared/model/engine.ts'
import { NEXT_LINE } from '../../shared/model/next-line.ts'
import type { Outcome } from '../../shared/model/types.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import type { TrajectoryExit } from '../../shared/trajectory/types.ts'

/** Lines 4 and 7 read the same, and so do 5 and 8. */
export const CODE = `def f(xs, k):
    total = 0
    for x in xs:
        total += x
        k -= 1
    if total > k:
        total += x
        k -= 1
    return total
`
const LINES = sourceLines(CODE)

type Told = Readonly<Record<string, string>>

/** Locals of which only what is told changed; `full` tells all. */
export function changed(told: Told = {}): LocalsText {
  return { omitted: true, entries: Object.entries(told) }
}
export function full(told: Told = {}): LocalsText {
  return { omitted: false, entries: Object.entries(told) }
}

/** A state at a line of CODE, or at a line of another text. */
export function at(line: number | string, shown: LocalsText | string, event?: StateEvent): Outcome {
  const isValue = typeof shown === 'string'
  const state: StateText = {
    event: event ?? (isValue ? 'return' : 'line'),
    src: typeof line === 'string' ? line : (LINES[line - 1] ?? ''),
    locals: isValue ? null : shown,
    arg: isValue ? shown : null,
  }
  return { kind: 'state', state }
}
export function exit(name: TrajectoryExit): Outcome {
  return { kind: 'exit', exit: name }
}

export interface Pair {
  readonly name: string
  /** What was known before; the state is at line `from`, reached in a call's first state. */
  readonly before?: Told
  readonly from?: number
  readonly action?: string
  readonly real: Outcome
  /** An outcome, or the very text of the answer: ended by a stop token, or cut. */
  readonly predicted: Outcome | { readonly text: string; readonly isCut?: true }
  /** The recorded locals, where they are more than the real text tells. */
  readonly recorded?: Told
  readonly expected: readonly [verdict: string, error: string | null, path: string | null]
  readonly reasons?: readonly string[]
}

function transcriptOf({
  before = { xs: '[1, 2]', k: '3' },
  from = 2,
  action,
  real,
}: Pair): Transcript {
  const first = at(from, full(before))
  if (first.kind === 'exit') throw new Error('no state')
  const isInverse = action?.startsWith('inv_') === true
  const start: StateText = isInverse ? { ...first.state, event: 'inv_line' } : first.state
  return {
    direction: isInverse ? 'inverse' : 'forward',
    code: CODE,
    states: real.kind === 'state' ? [start, real.state] : [start],
    actions: [{ name: action ?? 'step_into', operand: action === 'breakpoint' ? '' : null }],
    exit: real.kind === 'exit' ? real.exit : null,
  }
}

function answerOf({ predicted }: Pair, transcript: Transcript): Answer {
  const stop = ND_1.stopTokens[0] ?? ''
  if ('text' in predicted) {
    const isCut = predicted.isCut === true
    const finish = isCut ? 'length' : 'stop'
    return { text: predicted.text, finish, stop: isCut ? null : stop, tokens: null }
  }
  const before = { ...transcript, states: transcript.states.slice(0, 1), exit: null }
  const prompt = ND_1.promptAt(before, 1).text
  const text = encodedOutcome(ND_1, { prompt, before, hints: {} }, predicted).split(
    /<\|(?:action_sep|trace_end)\|>/,
  )[0]
  return { text: text ?? '', finish: 'stop', stop, tokens: null }
}

/** The prediction of a pair, read from its text as a model's would be. */
export function scored(pair: Pair): Prediction {
  const transcript = transcriptOf(pair)
  const { from = 2, real, recorded } = pair
  const known = real.kind === 'state' ? (real.state.locals?.entries ?? []) : []
  const before = Object.entries(pair.before ?? { xs: '[1, 2]', k: '3' })
  const all =
    recorded === undefined ? [...new Map([...before, ...known])] : Object.entries(recorded)
  const course = { key: 'c', transcript, hints: {}, recorded: () => all, lineOf: () => from }
  const predictor = new CoursePredictor(course, {
    engine: NEXT_LINE,
    codec: ND_1,
    suite: 'next-state',
    decoding: { mode: 'greedy', temperature: 0, topP: 1, seed: 0, maxTokens: 100 },
  })
  return predictor.take(0, answerOf(pair, transcript))
}
