import type { CourseRun, StepPrediction } from '../../../../shared/contract/stepping.ts'
import type { StepVerdict } from '../../../../shared/model/divergence.ts'
import type { Predictions, StepOrigin } from '../../api/stepping.ts'
import type { Branch } from './branches.ts'
import { type Asking, isRequest, type Mode, requestOf } from './step-requests.ts'
import type { KnownGround } from './use-ground.ts'

/** The newest run of an engine in a mode: one in the codec that is asked in, if there is one. */
function runOf(runs: readonly CourseRun[], asking: Asking | null, mode: Mode): CourseRun | null {
  const suite = mode === 'forced' ? 'next-state' : 'horizon'
  const own = runs.filter((run) => run.engine === asking?.model && run.suite === suite)
  return own.find((run) => run.codec === asking?.codec) ?? own[0] ?? null
}

/** The branch that a step of a way belongs to: what was taken over belongs to the one it came off. */
function ownerOf(branches: readonly Branch[], branch: Branch, step: number): Branch {
  if (branch.from === null || step >= branch.from.at) return branch
  const { branch: parent } = branch.from
  const found = branches.find(({ id }) => id === parent)
  return found === undefined ? branch : ownerOf(branches, found, step)
}

interface Origins {
  readonly known: KnownGround
  readonly asking: Asking | null
  readonly runs: readonly CourseRun[]
}

/** Names predictions of a way, and says where each comes from. */
export function createOrigins({ known, asking, runs }: Origins, branch: Branch, mode: Mode) {
  const { ways, trajectory, key } = known
  const run = trajectory === null ? null : runOf(runs, asking, mode)
  const stepsOfRun = new Map(run?.steps.map((step, index) => [step, index]))
  const isStored = (step: number): boolean => step < branch.shared && stepsOfRun.has(step)
  const keyOf = (step: number): string => {
    if (isStored(step)) return JSON.stringify([run?.run, trajectory?.row.trajectory, step])
    const { id } = ownerOf(ways.branches, branch, step)
    return JSON.stringify([key, id, mode, asking, step])
  }
  const storedVerdict = (step: number): StepVerdict =>
    run?.verdicts[stepsOfRun.get(step) ?? -1] ?? null
  return { run, isStored, keyOf, storedVerdict }
}

/** Where the predictions of a way come from, and by what they are kept. */
export type StepKeys = ReturnType<typeof createOrigins>

/** How a step came out, as far as that is known. */
export function verdictOf(keys: StepKeys, predictions: Predictions, step: number): StepVerdict {
  if (keys.isStored(step)) return keys.storedVerdict(step)
  const entry = predictions.get(keys.keyOf(step))
  if (entry?.state !== 'done') return null
  return entry.prediction.score?.verdict ?? 'unchecked'
}

interface AskedWay {
  readonly known: KnownGround
  readonly branch: Branch
  readonly mode: Mode
  readonly asking: Asking
  readonly keys: StepKeys
  readonly predictions: Predictions
}

/** The request of a step as far as what comes before it is predicted. */
function requestNow({ known, branch, mode, asking, keys, predictions }: AskedWay, step: number) {
  const predictionOf = (of: number): StepPrediction | null => {
    const entry = predictions.get(keys.keyOf(of))
    return entry?.state === 'done' ? entry.prediction : null
  }
  return requestOf({ ground: known.ground, branch, mode, asking, predictionOf }, step)
}

/** What a sample of a step is kept by. */
export function sampleKey(keys: StepKeys, step: number, sample: number): string {
  return `${keys.keyOf(step)} sample ${sample}`
}

/** Asks for one of several samples of a step. */
export async function predictSample(
  way: AskedWay,
  step: number,
  { sample, isDrawn }: { readonly sample: number; readonly isDrawn: boolean },
): Promise<StepPrediction | null> {
  let request = requestNow(way, step)
  while (!isRequest(request)) {
    if (request.kind === 'ended' || (await predictStep(way, request.step)) === null) return null
    request = requestNow(way, step)
  }
  const drawn = isDrawn ? { mode: 'sampled' as const } : {}
  const origin = { kind: 'request', request: { ...request, ...drawn, sample } } as const
  return way.predictions.want(sampleKey(way.keys, step, sample), origin)
}

/** Asks for a step, and before it for those whose states it is given. */
export async function predictStep(way: AskedWay, step: number): Promise<StepPrediction | null> {
  const { known, keys, predictions } = way
  const originOf = (): StepOrigin | number | null => {
    const { run } = keys
    const { trajectory } = known
    if (keys.isStored(step) && run !== null && trajectory !== null) {
      return { kind: 'stored', run: run.run, trajectory: trajectory.row.trajectory, step }
    }
    const request = requestNow(way, step)
    if (isRequest(request)) return { kind: 'request', request }
    return request.kind === 'ended' ? null : request.step
  }
  let origin = originOf()
  while (typeof origin === 'number') {
    if ((await predictStep(way, origin)) === null) return null
    origin = originOf()
  }
  return origin === null ? null : predictions.want(keys.keyOf(step), origin)
}
