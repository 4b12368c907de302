import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrng } from '../../shared/base/prng.ts'
import { writeRandomModel } from '../support/local-model.ts'
import { ndw, ndwJson, startNdw, temporaryFolder } from '../support/ndw.ts'

/** Kills, and steps of the run: NDW_KILLS=20 NDW_STEPS=2000 for the full drill. */
const KILLS = Number(process.env.NDW_KILLS ?? 3)
const STEPS = Number(process.env.NDW_STEPS ?? 80)
const SEED = Number(process.env.NDW_SEED ?? 1)
/** Milliseconds. */
const LIMIT = Math.max(300_000, 1000 * STEPS)

const folder = temporaryFolder('kill-run')
const whole = join(folder.path, 'whole.db')
const killed = join(folder.path, 'killed.db')
/** A model that has learnt nothing hardly ever comes to an end by itself. */
const SHORT = ['--max-tokens', '24']
const RUN = ['run', '--model', 'random', '--suite', 'next-state', ...SHORT, '--json']
const settings = process.env.XDG_CONFIG_HOME

/** Two calls of a small function, of which each trajectory has some 20 steps. */
const STEPS_OF_ONE = 18

beforeAll(async () => {
  process.env.XDG_CONFIG_HOME = join(folder.path, 'settings')
  const model = writeRandomModel(join(folder.path, 'model'))
  await ndwJson(['models', 'add', model, '--name', 'random'])
  const programs = join(folder.path, 'programs.jsonl')
  const lines = Array.from({ length: Math.ceil(STEPS / STEPS_OF_ONE) }, (_, i) => {
    const code = `def f(n):\n    y = n * ${i}\n    return y\nfor k in range(3):\n    x = f(k)\n`
    return JSON.stringify({ id: `p${i}`, code })
  })
  writeFileSync(programs, `${lines.join('\n')}\n`)
  await ndwJson(['trace', programs, '--store', whole])
  const recipe = ['--policy', 'interpreter', '--seed', '1', '--count', '1']
  await ndwJson(['sample', '--all', ...recipe, '--store', whole])
  copyFileSync(whole, killed)
}, 600_000)

afterAll(() => {
  if (settings === undefined) delete process.env.XDG_CONFIG_HOME
  else process.env.XDG_CONFIG_HOME = settings
  folder.remove()
})

interface Row {
  readonly trajectory: string
  readonly step: number
}

/** All that was kept of each prediction but when it was made and how long that took. */
function predictions(store: string): Row[] {
  const db = new Database(store, { readonly: true })
  const rows = db
    .prepare(
      'SELECT j.id AS trajectory, p.* FROM prediction p JOIN trajectory j USING (trajectory_key)',
    )
    .all()
    .map((row) => {
      const {
        prediction_key: _,
        run_key,
        ms,
        predicted_at,
        ...rest
      } = row as Row & Record<string, unknown>
      return rest as Row
    })
  db.close()
  return rows.sort((a, b) => a.trajectory.localeCompare(b.trajectory) || a.step - b.step)
}

/** Processes of the models that a program started. */
function modelsOf(pid: number): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return all.flatMap((line) => {
    const [, child, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === pid && /main[/\\]model\.js/.test(args) ? [Number(child)] : []
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('kill -9 of a run', () => {
  it(
    `of its model and of its program, ${KILLS} times: it comes to the very result`,
    async () => {
      await ndwJson([...RUN, '--store', whole])
      const expected = predictions(whole)
      expect(expected.length).toBeGreaterThan(STEPS / 2)

      const prng = createPrng('kill-run', SEED)
      const models = new Set<number>()
      const done = { model: 0, program: 0 }
      let running = startNdw([...RUN, '--store', killed])
      for (let kill = 0; kill < KILLS; kill++) {
        const before = predictions(killed).length
        // Sometimes while it still loads, sometimes in the midst of what it does.
        const wanted =
          kill % 3 === 2 ? 0 : Math.ceil((expected.length / (KILLS + 1)) * prng.nextFloat())
        let found: number[] = []
        while (found.length === 0 || predictions(killed).length < before + wanted) {
          await Promise.race([sleep(20), running.ended])
          if (running.child.exitCode !== null) break
          found = modelsOf(running.child.pid ?? 0)
          for (const pid of found) models.add(pid)
        }
        const [model] = found
        if (kill % 2 === 0 && model !== undefined) {
          process.kill(model, 'SIGKILL')
          done.model++
          continue
        }
        running.child.kill('SIGKILL')
        const { status, stderr } = await running.ended
        expect(status, stderr).not.toBe(1)
        if (status === null) done.program++
        running = startNdw([...RUN, '--store', killed])
      }
      const { status, stderr } = await running.ended
      expect(status, stderr).toBe(0)
      expect(predictions(killed)).toEqual(expected)
      expect(done.model + done.program).toBeGreaterThan(KILLS / 2)
      const [run] = await ndwJson(['runs', '--store', killed])
      expect(run).toMatchObject({ state: 'done' })
      await expect.poll(() => [...models].filter(isAlive), { timeout: 20_000 }).toEqual([])
      const told = `${expected.length} predictions, ${done.model} kills of the model, ${done.program} of the program\n`
      process.stdout.write(told)
    },
    LIMIT,
  )

  it('leaves rows that the same model answers again to the bit', async () => {
    const [first] = predictions(whole)
    const again = join(folder.path, 'again.db')
    copyFileSync(killed, again)
    const db = new Database(again)
    db.pragma('foreign_keys = ON')
    db.exec('DELETE FROM run')
    db.close()
    const step = [
      ...['--step', String(first?.step), '--model', 'random'],
      ...['--codec', 'slots@1', ...SHORT],
    ]
    const { status, stderr } = await ndw([
      'predict',
      `${first?.trajectory}`,
      ...step,
      '--store',
      again,
    ])
    expect(status, stderr).toBe(0)
    const [row] = predictions(again)
    expect(row).toEqual(first)
  })

  it('answers within its codec, and free where that is said; what is kept tells which', async () => {
    const [first] = predictions(whole)
    const asked = join(folder.path, 'asked.db')
    copyFileSync(whole, asked)
    const step = ['predict', `${first?.trajectory}`, '--step', String(first?.step)]
    const rest = ['--model', 'random', '--codec', 'slots@1', ...SHORT, '--store', asked, '--json']
    const [within] = await ndwJson([...step, ...rest, '--seed', '5'])
    const [free] = await ndwJson([...step, ...rest, '--seed', '6', '--free'])
    expect(within).toMatchObject({ verdict: expect.stringMatching(/^(?:mis)?match$/) })
    expect(free).toMatchObject({ verdict: 'unparseable' })
    const db = new Database(asked, { readonly: true })
    const kept = db.prepare('SELECT settings_json FROM run WHERE seed = ?').pluck()
    expect(JSON.parse(String(kept.get(5)))).toMatchObject({ constraint: 'codec' })
    expect(JSON.parse(String(kept.get(6)))).not.toHaveProperty('constraint')
    db.close()
  })
})
