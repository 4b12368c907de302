import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
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
      (await ndw(['traces', '--where', signal, '--store', store, '--json'])).stdout,
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
      (await ndw(['traces', '--where', 'piped-', '--store', store, '--json'])).stdout,
    )
    expect(kept).toHaveLength(12)
  })
})

describe('arguments that look like others', () => {
  it('takes a filter that begins with a dash', async () => {
    const { status, stdout } = await ndw([
      ...['traces', '--where', '-exit:error', '--store', store, '--json'],
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
})
