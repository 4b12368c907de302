// Prints what becomes of every attempt to get out: `node test/tracer/sandbox/table.ts [cpython|pyodide|controls]...`

import { offerCpython } from '../../../main/tracer/cpython-command.ts'
import { createCpythonTracer } from '../../../main/tracer/cpython-tracer.ts'
import { createTracer, type Tracer } from '../../../main/tracer/tracer.ts'
import { resourcesDir, tracerOptions } from '../support.ts'
import { ATTEMPTS } from './attempts.ts'
import { whyNotOutside } from './control.ts'
import { runAll, runControls } from './run-all.ts'
import { createScene, type Scene } from './scene.ts'

const wanted = process.argv.slice(2)
const isWanted = (what: string): boolean => wanted.length === 0 || wanted.includes(what)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function tell(engine: 'cpython' | 'pyodide', tracer: Tracer, scene: Scene): Promise<void> {
  const startedAt = performance.now()
  const about = await tracer.describe()
  const outcomes = [...(await runAll(engine, tracer, scene)).values()]
  await tracer.close()
  for (const { attempt, succeeded, happened } of outcomes) {
    say(
      `| ${attempt.name} | ${engine} | ${succeeded ? '**GOT OUT** ' : ''}${happened.replaceAll('|', '\\|')} |`,
    )
  }
  const out = outcomes.filter(({ succeeded }) => succeeded).length
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(`\n${about.engine} (${about.sandbox}): ${out} of ${outcomes.length} got out; ${seconds} s\n`)
}

async function tellControls(scene: Scene): Promise<void> {
  const startedAt = performance.now()
  const { python } = await offerCpython({ resourcesDir, python: null })
  const found = await runControls(scene, python)
  for (const attempt of ATTEMPTS) {
    const how = found.get(attempt.name)
    say(
      `| ${attempt.name} | none | ${how === undefined ? whyNotOutside(attempt) : how ? 'got out' : '**FAILED OUTSIDE**'} |`,
    )
  }
  const failed = [...found.values()].filter((how) => !how).length
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(`\nwithout walls: ${found.size - failed} of ${found.size} tried got out; ${seconds} s\n`)
}

const scene = await createScene()
say('| attempt | engine | what happened |\n|---|---|---|')
try {
  if (isWanted('controls')) await tellControls(scene)
  if (isWanted('cpython')) {
    const tracer = createCpythonTracer({ resourcesDir, python: null, consent: false, workers: 2 })
    await tell('cpython', tracer, scene)
  }
  if (isWanted('pyodide'))
    await tell('pyodide', createTracer({ ...tracerOptions, workers: 2 }), scene)
} finally {
  scene.close()
}
