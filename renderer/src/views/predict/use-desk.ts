import { useCallback, useEffect, useMemo } from 'react'
import type { CourseRun, StepPrediction } from '../../../../shared/contract/stepping.ts'
import { readableCodec } from '../../../../shared/grammar/codecs.ts'
import {
  forcedMarks,
  rolloutMarks,
  type StepMark,
  type StepVerdict,
} from '../../../../shared/model/divergence.ts'
import { type AskedStep, useCourseRuns, useEngines, usePredictions } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import type { Branch } from './branches.ts'
import { branchShown, engineAtom, modeAtom, settingsAtom } from './predict-state.ts'
import {
  createOrigins,
  predictSample,
  predictStep,
  type StepKeys,
  sampleKey,
  verdictOf,
} from './step-asking.ts'
import { type Asking, MODES, type Mode } from './step-requests.ts'
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
  /** Asks once more for a step; each sample has a seed of its own, from 1. Drawn, a model draws its tokens. */
  readonly sample: (
    step: number,
    sample: number,
    isDrawn: boolean,
  ) => Promise<StepPrediction | null>
  readonly sampleOf: (step: number, sample: number) => AskedStep | null
}

/** The engine that was chosen, or that of the newest run there is. */
function useEngine(runs: readonly CourseRun[]): string | null {
  return useAtom(engineAtom) ?? runs[0]?.engine ?? null
}

function useAsking(engine: string | null): Asking | null {
  const { codec: wanted, constraint } = useAtom(settingsAtom)
  const { data: engines = [] } = useEngines()
  const codec = readableCodec(wanted, engines.find(({ name }) => name === engine)?.codecs)
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
  const sample = useCallback(
    async (step: number, number: number, isDrawn: boolean) => {
      if (asking === null) return null
      const way = { known, branch, mode, asking, keys: keys[mode], predictions }
      return predictSample(way, step, { sample: number, isDrawn })
    },
    [known, branch, mode, asking, keys, predictions],
  )
  const sampleOf = useCallback(
    (step: number, number: number) =>
      version < 0 ? null : predictions.get(sampleKey(keys[mode], step, number)),
    [keys, mode, predictions, version],
  )
  return { predictions, keys: keys[mode], verdicts, entryOf, predict, sample, sampleOf }
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
  const { predictions, keys, verdicts, entryOf, predict, sample, sampleOf } = steps
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
        sample,
        sampleOf,
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
      sample,
      sampleOf,
    ],
  )
}
