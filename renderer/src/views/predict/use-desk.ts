import { useCallback, useEffect, useMemo } from 'react'
import type { CourseRun, StepPrediction } from '../../../../shared/contract/stepping.ts'
import {
  forcedMarks,
  rolloutMarks,
  type StepMark,
  type StepVerdict,
} from '../../../../shared/model/divergence.ts'
import {
  type AskedStep,
  type Predictions,
  type StepOrigin,
  useCourseRuns,
  usePredictions,
} from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import type { Branch } from './branches.ts'
import { branchShown, engineAtom, modeAtom, settingsAtom } from './predict-state.ts'
import { type Asking, isRequest, MODES, type Mode, requestOf } from './step-requests.ts'
import type { KnownGround } from './use-ground.ts'
import { type RealPath, useRealPath } from './use-real-path.ts'

/** Everything that is shown of a way and its predictions. */
export interface Desk {
  readonly known: KnownGround
  readonly branch: Branch
  readonly mode: Mode
  /** Null while no engine was chosen and no run tells of one. */
  readonly engine: string | null
  /** The engine with its settings. */
  readonly asking: Asking | null
  /** The run whose predictions are shown; null where each is asked for. */
  readonly run: CourseRun | null
  /** Number of the state in focus: 0 is the start, and state n is what step n - 1 leads to. */
  readonly at: number
  readonly real: RealPath
  readonly verdicts: readonly StepVerdict[]
  readonly marks: readonly (StepMark | null)[]
  /** What came of a step so far; null where it was not asked for. */
  readonly entryOf: (step: number) => AskedStep | null
  readonly goTo: (state: number) => void
  /** Predicts a step, and before it what it needs. */
  readonly predict: (step: number) => Promise<StepPrediction | null>
  readonly cancel: () => void
}

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
function createOrigins({ known, asking, runs }: Origins, branch: Branch, mode: Mode) {
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

type StepKeys = ReturnType<typeof createOrigins>

function verdictOf(keys: StepKeys, predictions: Predictions, step: number): StepVerdict {
  if (keys.isStored(step)) return keys.storedVerdict(step)
  const entry = predictions.get(keys.keyOf(step))
  if (entry?.state !== 'done') return null
  return entry.prediction.score?.verdict ?? 'unchecked'
}

/** Asks for a step, and before it for those whose states it is given. */
async function predictStep(
  way: {
    readonly known: KnownGround
    readonly branch: Branch
    readonly mode: Mode
    readonly asking: Asking
    readonly keys: StepKeys
    readonly predictions: Predictions
  },
  step: number,
): Promise<StepPrediction | null> {
  const { known, branch, mode, asking, keys, predictions } = way
  const predictionOf = (of: number): StepPrediction | null => {
    const entry = predictions.get(keys.keyOf(of))
    return entry?.state === 'done' ? entry.prediction : null
  }
  const originOf = (): StepOrigin | number | null => {
    const { run } = keys
    const { trajectory, ground } = known
    if (keys.isStored(step) && run !== null && trajectory !== null) {
      return { kind: 'stored', run: run.run, trajectory: trajectory.row.trajectory, step }
    }
    const request = requestOf({ ground, branch, mode, asking, predictionOf }, step)
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

/** The engine that was chosen, or that of the newest run there is. */
function useEngine(runs: readonly CourseRun[]): string | null {
  return useAtom(engineAtom) ?? runs[0]?.engine ?? null
}

function useAsking(engine: string | null): Asking | null {
  const { codec, constraint } = useAtom(settingsAtom)
  return useMemo(() => {
    if (engine === null) return null
    const own = constraint === 'usual' ? {} : { constraint }
    return { model: engine, codec, ...own }
  }, [engine, codec, constraint])
}

/** The state in focus of a way; a way that has fewer is at its end. */
function useAt(branch: Branch): number {
  const { trajectoryStep } = useFocus()
  return Math.min(trajectoryStep === null ? 0 : trajectoryStep + 1, branch.actions.length)
}

/** Moves the focus to a state: its step, and the recorded event that it stands beside. */
function goToState(known: KnownGround, real: RealPath, state: number): void {
  const { trajectory, ground } = known
  const ref = real.refs[state]
  setFocus({
    trace: ground.trace,
    trajectory: trajectory?.row.trajectory ?? null,
    trajectoryStep: state === 0 ? null : state - 1,
    ...(ref === undefined || ref === null ? {} : { step: ref.seq }),
  })
}

interface Asked {
  readonly known: KnownGround
  readonly branch: Branch
  readonly mode: Mode
  readonly asking: Asking | null
  readonly runs: readonly CourseRun[]
}

/** Predictions of the way in the mode in force, and the verdicts of both modes. */
function useSteps({ known, branch, mode, asking, runs }: Asked) {
  const { predictions, version } = usePredictions()
  const keys = useMemo(
    () =>
      Object.fromEntries(
        MODES.map((of) => [of, createOrigins({ known, asking, runs }, branch, of)]),
      ) as Readonly<Record<Mode, StepKeys>>,
    [known, asking, runs, branch],
  )
  const verdicts = useMemo(() => {
    const of = (which: Mode): StepVerdict[] =>
      // What stands in place of a changed state's prediction is no prediction.
      branch.actions.map((_, step) =>
        branch.edits.has(step + 1) ? null : verdictOf(keys[which], predictions, step),
      )
    return version < 0 ? null : { forced: of('forced'), free: of('free') }
  }, [keys, predictions, version, branch])
  const entryOf = useCallback(
    (step: number) => (version < 0 ? null : predictions.get(keys[mode].keyOf(step))),
    [keys, mode, predictions, version],
  )
  const predict = useCallback(
    async (step: number) =>
      asking === null
        ? null
        : predictStep({ known, branch, mode, asking, keys: keys[mode], predictions }, step),
    [known, branch, mode, asking, keys, predictions],
  )
  return { predictions, keys: keys[mode], verdicts, entryOf, predict }
}

/** What was kept of the step in focus is read when one comes there. */
function useReadStored(
  step: number,
  { keys, entryOf, predict }: ReturnType<typeof useSteps>,
): void {
  const isWanted = step >= 0 && keys.isStored(step) && entryOf(step) === null
  useEffect(() => {
    if (isWanted) void predict(step)
  }, [isWanted, predict, step])
}

const NO_VERDICTS: readonly StepVerdict[] = []

/** The way in sight on a ground, with what is predicted of it. */
export function useDesk(known: KnownGround): Desk {
  const { runs } = useCourseRuns(known.trajectory?.row.trajectory ?? null)
  const engine = useEngine(runs)
  const mode = useAtom(modeAtom)
  const branch = branchShown(known.ways)
  const at = useAt(branch)
  const real = useRealPath(known, branch)
  const asking = useAsking(engine)
  const steps = useSteps({ known, branch, mode, asking, runs })
  const { predictions, keys, verdicts, entryOf, predict } = steps
  useReadStored(at - 1, steps)
  const goTo = useCallback((state: number) => goToState(known, real, state), [known, real])
  const own = verdicts?.[mode] ?? NO_VERDICTS
  const marks = useMemo(
    () => (mode === 'forced' ? forcedMarks(own) : rolloutMarks(own, verdicts?.forced ?? [])),
    [mode, own, verdicts],
  )
  const cancel = useCallback(() => predictions.cancelAll(), [predictions])
  const { run } = keys
  return useMemo(
    () => ({
      ...{
        known,
        branch,
        mode,
        engine,
        asking,
        run,
        at,
        real,
        marks,
        entryOf,
        goTo,
        predict,
        cancel,
      },
      verdicts: own,
    }),
    [
      known,
      branch,
      mode,
      engine,
      asking,
      run,
      at,
      real,
      own,
      marks,
      entryOf,
      goTo,
      predict,
      cancel,
    ],
  )
}
