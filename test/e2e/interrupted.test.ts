import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../support/expectations.ts'
import { hasStackTrace, jsonLines, ndw, ROOT } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'

const { store, write } = prepareStore('interrupted')
const CLI = join(ROOT, 'dist', 'main', 'cli.js')

/** Runs the command line as the leader of a process group and signals the whole group after its first line. */
function signalGroup(args: readonly string[], signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: ROOT, detached: true })
  let stdout = ''
  let stderr = ''
  let signalled = false
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
    if (signalled || child.pid === undefined) return
    signalled = true
    process.kill(-child.pid, signal)
  })
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}

describe.skipIf(process.platform === 'win32')('a stop signal to the whole process group', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s cancels a recording', async (signal) => {
    const programs = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ id: `${signal}-${i}`, code: `n = ${i}\nwhile n < 4000:\n    n += 1\n` }),
    )
    const file = write(`${signal}.jsonl`, `${programs.join('\n')}\n`)
    const result = await signalGroup(['trace', file, '--store', store, '--json'], signal)
    expectPlain(result, 1, /cancelled; the traces recorded before stay/)
    const kept = jsonLines(
      (await ndw(['traces', '--where', JSON.stringify(signal), '--store', store, '--json'])).stdout,
    )
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(60)
  })
})

describe('what stdout is connected to', () => {
  it.skipIf(!existsSync('/dev/full'))('a full disk is a sentence, not a stack trace', async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [CLI, 'traces', '--json', '--store', store], {
      stdio: ['ignore', full, 'pipe'],
    })
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8')
    })
    const status = await new Promise((resolve) => child.on('close', resolve))
    closeSync(full)
    expect(stderr).toMatch(/cannot be written: the disk is full/)
    expect(hasStackTrace(stderr)).toBe(false)
    expect(status).toBe(1)
  })

  it('a reader that has seen enough loses no recording', async () => {
    const programs = Array.from({ length: 12 }, (_, i) =>
      JSON.stringify({ id: `piped-${i}`, code: `n = ${i}\n` }),
    )
    const file = write('piped.jsonl', `${programs.join('\n')}\n`)
    const child = spawn(process.execPath, [CLI, 'trace', file, '--store', store, '--json'])
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    const kept = jsonLines(
      (await ndw(['traces', '--where', '"piped-"', '--store', store, '--json'])).stdout,
    )
    expect(kept).toHaveLength(12)
  })
})

describe('arguments that look like others', () => {
  it('takes a filter that begins with a dash', async () => {
    const { status, stdout } = await ndw([
      ...['traces', '--where', 'exit != "error"', '--store', store, '--json'],
    ])
    expect(status).toBe(0)
    expect(jsonLines(stdout).map((row) => row.program)).toContain('good.py')
  })

  it('refuses a negative seed and an empty path in one line each', async () => {
    const draw = ['sample', '--all', '--policy', 'paper-mix', '--seed', '-1', '--count', '1']
    for (const [args, sentence] of [
      [draw, /^--seed takes a whole number from 0 .*not -1\.\n$/],
      [['trace', ''], /^PATH is empty\.\n$/],
    ] as const) {
      expectPlain(await ndw([...args, '--store', store]), 2, sentence)
    }
  })

  it('answers a call for help on stdout', async () => {
    const help = await ndw(['trace', '--help'])
    expect(help.stdout).toMatch(/--timeout: .*collecting the tests of --pytest\s+may take as long/)
    for (const args of [['help'], ['trace', '--help'], ['serve', '--help']]) {
      const { status, stdout, stderr } = await ndw(args)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(/ndw/)
    }
  })

  it('refuses a pipe that is named as a program, and goes on in a folder', async () => {
    const fifo = join(dirname(store), 'pipes', 'waits.py')
    mkdirSync(dirname(fifo))
    if (spawnSync('sh', ['-c', 'mkfifo "$0"', fifo]).status !== 0) return
    write('pipes/runs.py', 'x = 1\n')
    expectPlain(await ndw(['trace', fifo, '--store', store]), 1, /is neither a file nor a folder/)
    const folder = await ndw(['trace', dirname(fifo), '--store', store, '--json'])
    expect(jsonLines(folder.stdout).map((row) => row.program)).toEqual(['runs.py'])
  })

  it('draws nothing for an entry that no trace calls, and says so', async () => {
    const draw = ['sample', '--all', '--policy', 'paper-mix', '--seed', '1', '--count', '1']
    expectPlain(
      await ndw([...draw, '--entry', 'nope', '--store', store]),
      1,
      /No trace has a call of nope/,
    )
  })

  it('prints names of programs so that a terminal does not obey them', async () => {
    const evil = 'red \u001b[31m\u009b2J'
    const file = write('evil.jsonl', `${JSON.stringify({ id: evil, code: 'x = 1' })}\n`)
    const told = await ndw(['trace', file, '--store', store])
    const listed = await ndw(['traces', '--where', '"red"', '--store', store])
    for (const text of [told.stdout, told.stderr, listed.stdout]) {
      expect(text).not.toMatch(/[^\P{Cc}\n]/u)
    }
    expect(listed.stdout).toContain('red \\x1b[31m\\x9b2J')
    const [row] = jsonLines(
      (await ndw(['traces', '--where', '"red"', '--store', store, '--json'])).stdout,
    )
    expect(row?.program).toBe(evil)
  })
})
