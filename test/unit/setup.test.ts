import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installProblem } from '../../scripts/install.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-setup-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>

let made = 0
/** A project folder with this lock and, unless null, with this record of what is installed. */
function project(wanted: Packages, installed: Packages | null): string {
  const path = join(folder, `project-${made++}`)
  mkdirSync(join(path, 'node_modules'), { recursive: true })
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed !== null) {
    const lock = JSON.stringify({ packages: installed })
    writeFileSync(join(path, 'node_modules', '.package-lock.json'), lock)
  }
  return path
}

const a = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }
const b = { 'node_modules/@x/b': { version: '2.0.0', integrity: 'sha512-b' } }
const elsewhere = { 'node_modules/other-system': { version: '1.0.0', optional: true } }

describe('what is installed', () => {
  test.each<[string, Packages, Packages | null, string | null]>([
    ['everything', { '': {}, ...a, ...b }, { ...a, ...b }, null],
    ['everything for this system', { '': {}, ...a, ...elsewhere }, a, null],
    ['nothing', { '': {}, ...a }, null, 'nothing is installed yet'],
    ['one package less', { '': {}, ...a, ...b }, a, '@x/b is missing'],
    ['one package more', { '': {}, ...a }, { ...a, ...b }, '@x/b is no longer wanted'],
    [
      'another version',
      { '': {}, ...a },
      { 'node_modules/a': { version: '0.9.0', integrity: 'sha512-a' } },
      'a is 0.9.0, wanted 1.0.0',
    ],
    [
      'other bytes under the same version',
      { '': {}, ...a },
      { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } },
      'a is 1.0.0, wanted 1.0.0',
    ],
  ])('%s', (_name, wanted, installed, problem) => {
    expect(installProblem(project(wanted, installed))).toBe(problem)
  })

  test('is compared with a lock that must be there', () => {
    const path = join(folder, 'no-lock')
    mkdirSync(path)
    expect(() => installProblem(path)).toThrow('package-lock.json is missing or damaged')
  })

  test('is what this project wants', () => {
    expect(installProblem()).toBe(null)
  })
})

const processes = pathToFileURL('scripts/processes.mjs').href

/** Starts a script that runs `program` through `runNode`, as every npm script of ours does. */
function startWrapper(program: string, calledFrom?: string) {
  const file = join(folder, `program-${made++}.mjs`)
  writeFileSync(file, program)
  const code = `import { runNode } from '${processes}'
    const { status } = await runNode([${JSON.stringify(file)}, 'one', 'two'], { channel: true, graceMs: 300 })
    process.exitCode = status`
  const { INIT_CWD: _, ...env } = process.env
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(calledFrom === undefined ? {} : { cwd: calledFrom, env }),
  })
}

async function collect(child: ReturnType<typeof startWrapper>) {
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (part) => {
    stdout += part
  })
  child.stderr.on('data', (part) => {
    stderr += part
  })
  const [status] = await once(child, 'close')
  return { stdout, stderr, status }
}

/** A process that ended but was not yet asked for its status is not alive. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

describe('a program run by a script', () => {
  test('gets arguments and stdin and gives stdout, stderr and status unchanged', async () => {
    const child = startWrapper(`
      process.stdout.write(process.argv.slice(2).join(','))
      process.stdin.on('data', (part) => process.stderr.write(part))
      process.stdin.on('end', () => process.exit(7))`)
    child.stdin.end('typed')
    expect(await collect(child)).toEqual({ stdout: 'one,two', stderr: 'typed', status: 7 })
  })

  test('is told where the script was called, as npm tells it, for paths that the user wrote', async () => {
    const child = startWrapper('process.stdout.write(process.env.INIT_CWD)', folder)
    expect((await collect(child)).stdout).toBe(realpathSync(folder))
  })

  test('hears a stop signal once and may end in its own way', async () => {
    const child = startWrapper(`
      let heard = 0
      process.on('SIGTERM', () => { heard += 1; setTimeout(() => { console.log('heard', heard); process.exit(3) }, 100) })
      setInterval(() => {}, 1000)
      console.log('ready')`)
    const done = collect(child)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    expect(await done).toMatchObject({ stdout: 'ready\nheard 1\n', status: 3 })
  })

  test.runIf(process.platform !== 'win32')(
    'that does not stop is ended by force with all it started',
    async () => {
      const child = startWrapper(`
        import { spawn } from 'node:child_process'
        process.on('SIGTERM', () => {})
        const below = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { detached: true })
        setInterval(() => {}, 1000)
        console.log(JSON.stringify([process.pid, below.pid]))`)
      const [line] = await once(child.stdout, 'data')
      const pids = JSON.parse(String(line)) as number[]
      child.kill('SIGTERM')
      await once(child, 'close')
      await expect.poll(() => pids.filter(isAlive)).toEqual([])
    },
  )

  test.runIf(process.platform !== 'win32')('notices when its script is killed', async () => {
    const child = startWrapper(`
      process.on('disconnect', () => process.exit(0))
      setInterval(() => {}, 1000)
      console.log(process.pid)`)
    const [line] = await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(Number(line))).toBe(false)
  })
})

describe.runIf(process.platform === 'linux')('a shell between us and the terminal', () => {
  /** Watches as npm's scripts do, below a shell that stays, in a process group of its own. */
  async function startBelowShell() {
    const file = join(folder, `watch-${made++}.mjs`)
    const watch = pathToFileURL(join('scripts', 'starter.mjs')).href
    writeFileSync(
      file,
      `import { watchStarter } from ${JSON.stringify(watch)}
      watchStarter((signal) => { console.log('told', signal); process.exit(5) })
      setInterval(() => {}, 1000)
      process.on('SIGINT', () => {})
      console.log('ready')`,
    )
    const shell = spawn('sh', ['-c', '"$0" "$1"; exit 0', process.execPath, file], {
      detached: true,
    })
    const told: string[] = []
    shell.stdout.on('data', (part: Buffer) => told.push(part.toString()))
    await once(shell.stdout, 'data')
    const signalAll = (signal: NodeJS.Signals) => process.kill(-(shell.pid ?? 0), signal)
    return { shell, told, signalAll }
  }

  test('is stopped and continued without ending anything', async () => {
    const { shell, told, signalAll } = await startBelowShell()
    for (let round = 0; round < 3; round++) {
      await setTimeout(400)
      signalAll('SIGSTOP')
      await setTimeout(300)
      signalAll('SIGCONT')
    }
    await setTimeout(1200)
    expect(told.join('')).toBe('ready\n')
    signalAll('SIGKILL')
    await once(shell, 'close')
  })

  test('hears a Ctrl-C that reaches the shell alone', async () => {
    const { shell, told } = await startBelowShell()
    await setTimeout(400)
    shell.kill('SIGINT')
    await once(shell, 'close')
    expect(told.join('')).toMatch(/^ready\ntold SIG/)
  })
})

describe('the browser for the tests', () => {
  /** What `findBrowser` answers, or the sentence it throws. */
  function find(env: Record<string, string>): string {
    const browser = pathToFileURL('scripts/browser.mjs').href
    const code = `import { findBrowser } from '${browser}'
      try { console.log(findBrowser()) } catch (error) { console.log(error.message) }`
    const { WORKBENCH_BROWSER: _, ...rest } = process.env
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      env: { ...rest, ...env },
    })
    return stdout.trim()
  }

  test('is the one that is named', () => {
    const named = join(folder, 'my-browser')
    writeFileSync(named, '')
    expect(find({ WORKBENCH_BROWSER: named })).toBe(named)
  })

  test.runIf(process.platform === 'linux')('is else the first on the PATH', () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'chromium'), '', { mode: 0o755 })
    expect(find({ PATH: bin })).toBe(join(bin, 'chromium'))
  })

  test('that is named but missing is one plain sentence', () => {
    expect(find({ WORKBENCH_BROWSER: join(folder, 'no-browser') })).toMatch(
      /^WORKBENCH_BROWSER names .*no-browser, which does not exist; .*\.$/,
    )
  })
})
