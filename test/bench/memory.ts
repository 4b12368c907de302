import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/ndw.ts'
import { printTable } from './table.ts'

/**
 * Peak memory of every process while one long trace is recorded: `npm run -s bench -- memory [EVENTS]`. Linux only.
 * The floor is an idle sandbox, about 160 MB of it Python's.
 */

const LOOK_MS = 100

interface Seen {
  readonly name: string
  peak: number
}

/** Fields of /proc/PID/status, or null when the process is gone. */
function statusOf(pid: string): Map<string, string> | null {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').trim().split('\n')
    return new Map(
      lines.map((line) => [line.split(':')[0] ?? '', line.split(':')[1]?.trim() ?? '']),
    )
  } catch {
    return null
  }
}

/** The process and all below it, by id. */
function familyOf(root: number): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const status = statusOf(pid)
    if (status !== null) all.set(pid, status)
  }
  const family = new Map<string, Map<string, string>>()
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, status] of all) {
      const isOurs = pid === String(root) || family.has(status.get('PPid') ?? '')
      if (!isOurs || family.has(pid)) continue
      family.set(pid, status)
      grown = true
    }
  }
  return family
}

function kilobytes(text: string | undefined): number {
  return Number(/\d+/.exec(text ?? '')?.[0] ?? 0)
}

const events = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
const program = join(folder, 'long.py')
writeFileSync(
  program,
  `def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\nf(${Math.floor(events / 2) - 4})\n`,
)
const store = join(folder, 's.ndw')
const limits = ['--timeout', '600', '--max-steps', String(events + 100)]
// As a user starts it.
const command = [join(ROOT, 'scripts', 'ndw.mjs'), 'trace', program, '--store', store, ...limits]
const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
const seen = new Map<string, Seen>()
const timer = setInterval(() => {
  for (const [pid, status] of familyOf(child.pid ?? 0)) {
    const one = seen.get(pid) ?? { name: status.get('Name') ?? '?', peak: 0 }
    one.peak = Math.max(one.peak, kilobytes(status.get('VmHWM')))
    seen.set(pid, one)
  }
}, LOOK_MS)
const status = await ended
clearInterval(timer)
printTable(
  `Peak resident memory, ended with ${status}`,
  [...seen.values()].map(({ name, peak }) => ({ process: name, MB: Math.round(peak / 1000) })),
)
rmSync(folder, { recursive: true })
