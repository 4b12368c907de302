// What becomes of model files that somebody could hand over, in real processes, after a build: `node test/models/table.ts`
// prints every kind, with the checks and behind them; `node test/models/table.ts 300` gives so many mutants of a good
// model straight to the process of the model, and prints those that it did not survive.

import fc from 'fast-check'
import { formatDuration } from '../../shared/base/words.ts'
import { computedBomb, MODEL_KINDS, type ModelKind } from '../support/hostile-models.ts'
import { type HostileBench, type Outcome, openHostileBench } from '../support/hostile-runs.ts'
import { mutate, mutations } from '../support/mutations.ts'
import { cachedModel, plainModel } from '../support/small-models.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Beside the 23: what no look at a graph can tell. */
const KINDS: readonly ModelKind[] = [
  ...MODEL_KINDS,
  { name: '14 GB whose size is reckoned', make: computedBomb, refusal: null },
]

function tell(how: string, { name, what, sentence, ms }: Outcome): void {
  const word = what === 'BUG' ? '**BUG**' : what
  say(`| ${name} | ${how} | ${word} | ${formatDuration(ms)} | ${sentence.replaceAll('|', '\\|')} |`)
}

function sum(how: string, outcomes: readonly Outcome[]): void {
  const count = (what: Outcome['what']): number =>
    outcomes.filter((outcome) => outcome.what === what).length
  const slowest = Math.max(...outcomes.map(({ ms }) => ms))
  say(
    `\n${how}: ${outcomes.length} files, ${count('loaded')} loaded, ${count('refused')} refused, ${count('stopped')} stopped, ${count('BUG')} crashes of the app; the slowest took ${formatDuration(slowest)}\n`,
  )
}

async function tellKinds(bench: HostileBench): Promise<void> {
  for (const how of ['checked', 'unchecked'] as const) {
    const outcomes: Outcome[] = []
    for (const kind of KINDS) {
      const outcome = await bench[how](kind)
      outcomes.push(outcome)
      tell(how, outcome)
    }
    sum(how, outcomes)
  }
}

async function tellMutants(bench: HostileBench, count: number): Promise<void> {
  const outcomes: Outcome[] = []
  for (const [number, changes] of fc.sample(mutations, { numRuns: count, seed: 6 }).entries()) {
    const make = () =>
      changes.reduce((bytes, change) => mutate(bytes, change, plainModel()), cachedModel())
    const outcome = await bench.unchecked({ name: `mutant ${number}`, make, refusal: null })
    outcomes.push(outcome)
    if (outcome.what === 'stopped' || outcome.what === 'BUG') tell('unchecked', outcome)
  }
  sum('mutants, unchecked', outcomes)
}

const mutants = Number(process.argv[2] ?? 0)
const bench = await openHostileBench()
say('| file | | outcome | after | sentence |\n|---|---|---|---|---|')
try {
  await (mutants > 0 ? tellMutants(bench, mutants) : tellKinds(bench))
} finally {
  await bench.close()
}
