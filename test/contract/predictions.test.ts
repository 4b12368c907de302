import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSound } from '../support/expectations.ts'
import { ndw, ndwJson, startNdw, temporaryFolder } from '../support/ndw.ts'

/** Four programs, so that what is said of one says something of others. */
const program = (factor: number) => `def scale(xs):
    out = []
    for x in xs:
        out.append(x * ${factor})
    return out

def main(n):
    rows = {}
    for i in range(n):
        rows[i] = scale([i, i + 1])
    return rows
`
const FAULTS = 'wrong_value=0.2,malformed=0.05,stopped_early=0.05'
const folder = temporaryFolder('predictions')
const store = join(folder.path, 'workspace.db')
const at = (...args: string[]): string[] => [...args, '--store', store]
const replay = (suite: string, ...more: string[]): string[] =>
  at('run', '--model', 'replay-with-faults', '--faults', FAULTS, '--suite', suite, ...more)

let trajectory = ''
beforeAll(async () => {
  mkdirSync(join(folder.path, 'programs'))
  for (const factor of [2, 3, 4, 5]) {
    writeFileSync(join(folder.path, 'programs', `scale${factor}.py`), program(factor))
  }
  await ndwJson(at('trace', join(folder.path, 'programs'), '--call', 'main(6)'))
  for (const policy of ['interpreter', 'paper-mix']) {
    const drawn = ['--all', '--policy', policy, '--seed', '1', '--count', '8']
    await ndwJson(at('sample', ...drawn))
  }
  const [row] = await ndwJson(at('rows', 'trajectory'))
  trajectory = String(row?.id ?? row?.trajectory)
}, 120_000)
afterAll(() => {
  expectSound(store)
  folder.remove()
})

/** What the runs of a store predicted, but for the time it took. */
async function predictionsOf(path: string): Promise<Record<string, unknown>[]> {
  const columns =
    'sum(p.horizon for p in predictions),count(p for p in predictions if p.verdict == "match")'
  return ndwJson(['rows', 'trajectory', '--columns', columns, '--store', path])
}

describe('predictions on the command line', () => {
  it('come from baselines that say what they are, and from nothing that is not there', async () => {
    const engines = await ndwJson(at('models'))
    const told = engines.map(({ name, kind, reason }) => [name, kind, reason === null])
    expect(told.slice(0, 2)).toEqual([
      ['next-line', 'baseline', true],
      ['replay-with-faults', 'baseline', true],
    ])
    expect(told.slice(2).every(([, , isUsable]) => isUsable === false)).toBe(true)
    const { status, stderr } = await ndw(at('predict', trajectory, '--model', 'gpt'))
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no model gpt\./)])
  })

  it('of one trajectory are shown step by step, kept, and the same again', async () => {
    const asked = at('predict', trajectory, '--model', 'replay-with-faults', '--faults', FAULTS)
    const rows = await ndwJson(asked)
    expect(rows.map(({ step }) => step)).toEqual(rows.map((_, step) => step))
    const again = await ndwJson([...asked, '--step', '3'])
    expect(again).toHaveLength(1)
    expect({ ...again[0], ms: 0 }).toEqual({ ...rows[3], ms: 0 })
    const { stdout, stderr } = await ndw(asked)
    expect(stdout.split('\n')[0]).toMatch(/^0 +step_into +(?:match|mismatch|unparseable)/)
    expect(stderr).toContain(`of ${rows.length} right.`)
    const kept = await ndwJson(at('rows', 'trajectory', '--where', `predicted == ${rows.length}`))
    expect(kept.map((row) => row.id ?? row.trajectory)).toEqual([trajectory])
    const far = await ndw([...asked, '--step', '5000'])
    expect([far.status, far.stderr]).toEqual([1, expect.stringMatching(/there is no step 5000/)])
  })

  it('of a set are a run with intervals by program, and two runs of one set are compared', async () => {
    const [found] = await ndwJson(replay('next-state'))
    const { row, summary } = found as { row: { run: string; steps: number }; summary: never }
    const { all, byAction, errors, programs } = summary as {
      all: { right: number; total: number; interval: [number, number] }
      byAction: { action: string; total: number }[]
      errors: { error: string; count: number }[]
      programs: number
    }
    expect([programs, all.total]).toEqual([4, row.steps])
    expect(all.interval[0]).toBeLessThan(all.right / all.total)
    expect(byAction.map(({ action }) => action)).toContain('step_over')
    expect(errors.reduce((sum, { count }) => sum + count, 0)).toBe(all.total - all.right)
    const [other] = await ndwJson(at('run', '--model', 'next-line', '--suite', 'next-state'))
    const second = (other as { row: { run: string } }).row.run
    const [compared] = await ndwJson(at('compare', row.run, second))
    expect(compared).toMatchObject({ programs: 4, total: row.steps })
    const { wins, losses, ties } = compared as { wins: number; losses: number; ties: number }
    expect(wins + losses + ties).toBe(row.steps)
    expect(losses).toBeGreaterThan(wins)
    const { stdout } = await ndw(at('compare', row.run, second))
    expect(stdout).toMatch(/wins .*losses .*ties/)
    expect(stdout).toMatch(/p [=<] /)
    const lost = await ndwJson(at('compare', row.run, second, '--rows', 'lost'))
    expect(lost).toHaveLength(losses)
    const flipped = lost[0] as { first: { verdict: string }; second: { verdict: string } }
    expect([flipped.first.verdict, flipped.second.verdict]).toEqual(['match', 'mismatch'])
    const won = await ndw(at('compare', row.run, second, '--rows', 'won'))
    expect(won.stderr).toContain(`${wins} step`)
    expect(won.stdout.split('\n').filter((line) => line !== '')).toHaveLength(wins)
    const odd = await ndw(at('compare', row.run, second, '--rows', 'all'))
    expect([odd.status, odd.stderr]).toEqual([2, expect.stringMatching(/takes lost or won/)])
    // The very set again, by another seed.
    const like = at('run', '--model', 'next-line', '--suite', 'next-state', '--seed', '7')
    const both = await ndw([...like, '--like', row.run, '--where', 'steps > 1'])
    expect([both.status, both.stderr]).toEqual([2, expect.stringMatching(/exclude each other/)])
    const [again] = await ndwJson([...like, '--like', row.run])
    expect(again).toMatchObject({ row: { set: (found as { row: { set: string } }).row.set } })
    const part = at('run', '--model', 'next-line', '--suite', 'next-state', '--where', 'steps > 5')
    const [smaller] = await ndwJson(part)
    const unlike = await ndw(
      at('compare', row.run, (smaller as typeof other & { row: { run: string } }).row.run),
    )
    expect([unlike.status, unlike.stderr]).toEqual([1, expect.stringMatching(/different sets/)])
    const [rollouts] = await ndwJson(replay('horizon'))
    const suites = await ndw(at('compare', row.run, (rollouts as { row: { run: string } }).row.run))
    expect(suites.stderr).toMatch(/different suites/)
    const { survival } = (rollouts as { summary: { survival: { share: number }[] } }).summary
    expect(survival[0]?.share).toBeGreaterThan(survival.at(-1)?.share ?? 1)
    const listed = await ndwJson(at('runs'))
    expect(listed).toHaveLength(5)
    expect(listed.find((one) => one.run === row.run)).toMatchObject({ programs: 4, accuracy: all })
    const line = (await ndw(at('runs'))).stdout.split('\n').find((one) => one.startsWith(row.run))
    expect(line).toContain(`${((100 * all.right) / all.total).toFixed(1)} % (`)
  }, 120_000)

  it('of a run that is killed again and again end as if it had not been', async () => {
    const asked = replay('horizon', '--seed', '9')
    let kills = 0
    for (let patience = 900; ; patience += 300) {
      const running = startNdw([...asked, '--json'])
      const isDone = await Promise.race([
        running.ended.then(() => true),
        wait(patience).then(() => false),
      ])
      if (isDone) break
      running.child.kill('SIGKILL')
      await running.ended
      kills++
    }
    const killed = await predictionsOf(store)
    const [first] = await ndwJson(at('runs'))
    expect(first).toMatchObject({ state: 'done', seed: 9 })
    expect(kills).toBeGreaterThan(0)
    const [again] = await ndwJson(asked)
    expect((again as { row: { run: string } }).row.run).toBe(first?.run)
    expect(await predictionsOf(store)).toEqual(killed)
  }, 240_000)

  it('are found by queries of steps, and misunderstood options are told in a sentence', async () => {
    const wrong =
      'any(p.model == "replay-with-faults" and p.error == "wrong_value" for p in predictions)'
    const steps = await ndwJson(at('rows', 'step', '--where', wrong))
    expect(steps.length).toBeGreaterThan(10)
    const { status, stderr } = await ndw(replay('soon'))
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/--suite takes next-state or horizon/),
    ])
    const typo = await ndw(at('rows', 'step', '--where', '"mismatch" in prediction'))
    expect(typo.stderr).toMatch(/did you mean predictions\?/)
  })
})
