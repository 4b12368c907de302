import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/endpoint-simulator.ts'
import { jsonLines, type NdwResult, ROOT, startNdw, temporaryFolder } from '../support/ndw.ts'
import { nextLineAnswer } from '../support/next-line-server.ts'

const KEY = 'sk-live-7f3e1c0a9b8d6e5f4a3b2c1d'
const WHERE = 'steps > 20 and steps < 40 and direction == "forward"'

/** A path of every file below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('a model behind an address, on the command line', () => {
  const folder = temporaryFolder('remote')
  const store = join(folder.path, 'workspace.db')
  const keys = join(folder.path, 'settings', 'neural-debugger-workbench', 'keys.json')
  const printed: string[] = []
  let server: Simulator

  const start = (args: readonly string[], stdin = '') =>
    startNdw([...args, '--store', store], {
      stdin,
      env: { XDG_CONFIG_HOME: join(folder.path, 'settings'), XDG_DATA_HOME: folder.path },
    })
  const told = ({ stdout, stderr }: NdwResult): void => void printed.push(stdout, stderr)
  const ndw = async (args: readonly string[], stdin = ''): Promise<NdwResult> => {
    const result = await start(args, stdin).ended
    told(result)
    return result
  }

  beforeAll(async () => {
    copyFileSync(join(ROOT, 'dist/samples/workbench.db'), store)
    server = await startSimulator({ key: KEY, answer: nextLineAnswer, delayMs: 20 })
  })
  afterAll(async () => {
    await server.close()
    folder.remove()
  })

  it('is added, wants its key, and says what it is', async () => {
    const added = await ndw(['models', 'add', server.url, '--name', 'far', '--concurrency', '4'])
    expect(added.status).toBe(0)
    expect(added.stderr).toMatch(/^It cannot be asked yet\. .* wants a key, and none is kept/)
    const kept = await ndw(['models', 'key', 'far'], `${KEY}\n`)
    expect(kept.stderr).toMatch(/^The key for http:\/\/127\.0\.0\.1:\d+ is kept\. .*not encrypted/)
    expect(statSync(keys).mode & 0o777).toBe(0o600)
    expect((await ndw(['models', 'check', 'far'])).stdout).toMatch(
      /^vLLM 0\.11\.2 answers with tiny, with log-probabilities; one token took \d+/,
    )
  })

  it('is asked by a run that is killed and goes on, and comes to what the baseline comes to', async () => {
    const run = ['run', '--suite', 'next-state', '--where', WHERE, '--json', '--model']
    const [expected] = jsonLines((await ndw([...run, 'next-line'])).stdout)
    for (const answers of [120, 260]) {
      const running = start([...run, 'far'])
      await expect.poll(() => server.asked().length, { timeout: 60_000 }).toBeGreaterThan(answers)
      running.child.kill('SIGKILL')
      told(await running.ended)
    }
    const before = server.asked().length
    const whole = await ndw([...run, 'far'])
    expect(whole.stderr).toMatch(/is done: [\d,]+ steps/)
    const [got] = jsonLines(whole.stdout) as { row?: { steps: number }; summary?: unknown }[]
    expect(got?.summary).toEqual(expected?.summary)
    // The check asks for one; what was kept before is not asked for again.
    expect(server.asked().length - before).toBeLessThan(Number(got?.row?.steps) - 50)
    expect(server.highest()).toBe(4)
  })

  it('leaves its key in the file of keys and nowhere else', async () => {
    const limited = ['rows', 'trajectory', '--where', WHERE, '--limit', '1', '--json']
    const [trajectory] = jsonLines((await ndw(limited)).stdout)
    const step = ['predict', String(trajectory?.trajectory), '--step', '3', '--model', 'far']
    expect((await ndw(step)).status).toBe(0)
    await ndw(['export', '--format', 'jsonl', '--out', join(folder.path, 'exported')])
    const files = filesBelow(folder.path)
    const holding = files.filter((file) => readFileSync(file).includes(KEY))
    expect(holding).toEqual([keys])
    expect(files.length).toBeGreaterThan(4)
    expect(printed.join('\n')).not.toContain(KEY)
    expect(printed.length).toBeGreaterThan(10)
    const sent = server.seen.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`)
    expect(sent.length).toBeGreaterThan(90)
  })

  it('that refuses its key says so, and the key can be forgotten', async () => {
    await ndw(['models', 'key', 'far'], 'sk-wrong')
    const refused = await ndw(['run', '--suite', 'horizon', '--model', 'far'])
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/refuses the key that is kept for it; give another under Models/)
    expect(refused.stderr).not.toContain('sk-wrong')
    const forgotten = await ndw(['models', 'key', 'far', '--forget'])
    expect(forgotten.stderr).toMatch(/is forgotten/)
    expect(readFileSync(keys, 'utf8')).not.toContain('sk-')
  })
})
