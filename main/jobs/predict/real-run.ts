import { must } from '../../../shared/base/assert.ts'
import type { StepRequest } from '../../../shared/contract/stepping.ts'
import type { StateView } from '../../../shared/contract/trees.ts'
import type { EncodeHints, Transcript } from '../../../shared/grammar/types.ts'
import type { Outcome } from '../../../shared/model/types.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import { applyAction } from '../../../shared/trajectory/act.ts'
import { activationScope } from '../../../shared/trajectory/scope.ts'
import type { Scope, StateRef, Step, TrajectoryExit } from '../../../shared/trajectory/types.ts'
import type { Walk } from '../../../shared/trajectory/walk.ts'
import { nodeAt } from '../../../shared/tree/navigate.ts'
import type { Store } from '../../store/store.ts'
import { readTranscript } from '../trajectory/encode-trajectory.ts'
import type { LoadedTrace } from '../trajectory/load-trace.ts'
import { walkOf } from '../trajectory/walk-of.ts'

/** What the recorded run does on the actions of a request, as far as it goes. */
export interface RealRun {
  readonly transcript: Transcript
  readonly hints: EncodeHints
  /** State by its number in the transcript; null at the exit, undefined where the run does not go. */
  readonly visited: readonly (StateRef | null)[]
  /** Why it goes no further than it does, in one sentence; null where it follows every action. */
  readonly lost: string | null
  /** The recorded variables of a state of the transcript. */
  readonly recorded: (state: number) => readonly (readonly [name: string, text: string])[]
  /** Line of a state in the code, from 1; null where it is in another file or there is no such state. */
  readonly lineOf: (state: number) => number | null
}

type Asked = Pick<StepRequest, 'trace' | 'direction' | 'scope' | 'start' | 'history' | 'action'>

function refuse(sentence: string): never {
  throw new ServiceError('bad-input', sentence)
}

function requireScope({ about, tree }: LoadedTrace, { open, close }: Scope): void {
  const first = tree.nodes[open]
  if (first === undefined) refuse(`The trace of ${about.program} has no event ${open}.`)
  const isWhole = open === 0 && close === tree.nodes.length - 1
  const own = activationScope(tree, first.activation)
  if (isWhole || (own.open === open && own.close === close)) return
  refuse(`Events ${open} to ${close} of ${about.program} are no call and not the whole run.`)
}

interface Followed {
  readonly steps: readonly Step[]
  readonly exit: TrajectoryExit | null
  readonly lost: string | null
}

function follow(walk: Walk, { start, history, action }: Asked): Followed {
  const steps: Step[] = []
  let at: StateRef | null = start
  let exit: TrajectoryExit | null = null
  for (const taken of [...history.map((one) => one.action), action]) {
    if (at === null) return { steps, exit, lost: 'The recorded run had ended before this action.' }
    const outcome = applyAction(walk, at, taken)
    if (outcome.kind === 'undefined') return { steps, exit, lost: outcome.reason }
    at = outcome.kind === 'state' ? outcome.target : null
    if (outcome.kind === 'exit') exit = outcome.exit
    steps.push({ action: taken, target: at })
  }
  return { steps, exit, lost: null }
}

/** Follows the actions of a request on the recording. `bad-input` where it starts nowhere. */
export async function followReal(
  store: Store,
  loaded: LoadedTrace,
  asked: Asked,
  signal: Signal,
): Promise<RealRun> {
  const { scope, start, direction, trace } = asked
  requireScope(loaded, scope)
  if (start.seq < scope.open || start.seq > scope.close) {
    refuse(`Event ${start.seq} is outside the events ${scope.open} to ${scope.close}.`)
  }
  const { steps, exit, lost } = follow(walkOf(loaded, scope), asked)
  const detail = { row: { trajectory: '', trace, direction, exit }, scope, start, steps }
  const { transcript, hints, stateAt } = await readTranscript(store, { loaded, detail }, signal)
  const visited = [start, ...steps.map(({ target }) => target)]
  const { file } = nodeAt(loaded.tree, scope.open)
  const viewOf = (state: number): StateView => stateAt(must(visited[state], 'state').seq)
  return {
    ...{ transcript, hints, visited, lost },
    recorded: (state) => viewOf(state).locals.map(([name, { text }]) => [name, text]),
    lineOf: (state) => {
      const ref = visited[state] ?? null
      const node = ref === null ? null : nodeAt(loaded.tree, ref.seq)
      return node === null || node.file !== file ? null : node.line
    },
  }
}

/** What the run really does at an action of the transcript; null where it does not go there. */
export function realOutcome({ transcript, visited }: RealRun, action: number): Outcome | null {
  const at = visited[action + 1]
  if (at === undefined) return null
  if (at === null) return { kind: 'exit', exit: must(transcript.exit, 'exit') }
  return { kind: 'state', state: must(transcript.states[action + 1], 'state') }
}
