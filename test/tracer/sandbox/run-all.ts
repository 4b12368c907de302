import type { Tracer } from '../../../main/tracer/tracer.ts'
import type { Attempt, EngineName } from './attempt.ts'
import { ATTEMPTS, attemptsOn } from './attempts.ts'
import { succeedInPlainPyodide, succeedsOutside, whyNotOutside } from './control.ts'
import { type Outcome, runAttempt, runBundle } from './run-attempts.ts'
import type { Scene } from './scene.ts'

/** Measured on the whole machine, so nothing else may run. */
const MEASURED: readonly string[] = ['processes', 'resident', 'filled']
/** Judged when all is over, so that many attempts can run in one interpreter where none can break it. */
const LASTING: readonly string[] = ['told', 'touched', 'killed', 'hit', 'left']
const WIDTH = 2

/** Runs every attempt under an engine; an interpreter that is slow to start runs many of them. */
export async function runAll(
  engine: EngineName,
  tracer: Tracer,
  scene: Scene,
): Promise<ReadonlyMap<string, Outcome>> {
  const attempts = attemptsOn(engine)
  const together =
    engine === 'pyodide' ? attempts.filter(({ goal }) => LASTING.includes(goal.kind)) : []
  const single = attempts.filter((one) => !together.includes(one))
  const outcomes: Outcome[] = []
  const halves = [0, 1].map((half) => together.filter((_, at) => at % 2 === half))
  const work = [
    ...halves.filter((half) => half.length > 0).map((half) => () => runBundle(tracer, half, scene)),
    ...single
      .filter(({ goal }) => !MEASURED.includes(goal.kind))
      .map((one) => async () => [await runAttempt(tracer, one, scene)]),
  ]
  await inParallel(work, async (run) => void outcomes.push(...(await run())))
  for (const one of single.filter(({ goal }) => MEASURED.includes(goal.kind))) {
    outcomes.push(await runAttempt(tracer, one, scene))
  }
  return new Map(outcomes.map((outcome) => [outcome.attempt.name, outcome]))
}

/** Which attempts get what they are after where nothing contains them. */
export async function runControls(
  scene: Scene,
  python: string,
): Promise<ReadonlyMap<string, boolean>> {
  const possible = ATTEMPTS.filter((one) => whyNotOutside(one) === null)
  const inPyodide = possible.filter(({ outside }) => outside === 'plain Pyodide')
  const tried = possible.filter((one) => !inPyodide.includes(one))
  const found = new Map<string, boolean>()
  const run = async (one: Attempt): Promise<void> => {
    found.set(one.name, await succeedsOutside(one, scene, python))
  }
  await inParallel(
    tried.filter(({ goal }) => !MEASURED.includes(goal.kind)),
    run,
  )
  for (const one of tried.filter(({ goal }) => MEASURED.includes(goal.kind))) await run(one)
  const succeeded = await succeedInPlainPyodide(inPyodide, scene)
  for (const [at, { name }] of inPyodide.entries()) found.set(name, succeeded[at] === true)
  return found
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: WIDTH }, worker))
}
