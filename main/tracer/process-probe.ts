import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process and its descendants. */
export interface ProcessTree {
  /** On Linux without the pages of files, which all processes of a program share. */
  readonly residentBytes: number
  readonly processes: number
  /** Processor time of all of them; null where a look does not tell it. */
  readonly cpuSeconds: number | null
}

/** Looks at a process tree; null where that cannot be read. */
export type ProcessProbe = () => Promise<ProcessTree | null>

/** A probe for one process, as cheap as the system allows. */
export function createProcessProbe(pid: number): ProcessProbe {
  if (process.platform === 'linux') return async () => lookAtTree(pid)
  if (process.platform === 'darwin') return seldom(() => residentByPs(pid))
  // Elsewhere only WebAssembly's and the heap's own caps hold.
  return async () => null
}

function lookAtTree(pid: number): ProcessTree | null {
  let residentBytes = 0
  let processes = 0
  let cpuSeconds = 0
  const pending = [pid]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const status = readText(`/proc/${one}/status`)
    // One that ended and waits to be collected has no memory, but may have children.
    if (status === '') continue
    processes++
    residentBytes += kilobytes(status, 'RssAnon') * 1024 + kilobytes(status, 'RssShmem') * 1024
    cpuSeconds += processorSeconds(one)
    pending.push(...childrenOf(one))
  }
  return processes === 0 ? null : { residentBytes, processes, cpuSeconds }
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
}

/** Linux tells programs of hundredths of a second, whatever its own clock is. */
const TICKS_PER_SECOND = 100

/** Of a process, in its own code and in the system's. */
function processorSeconds(pid: number): number {
  // The name of the program stands in brackets before the numbers and may itself hold brackets and spaces.
  const [, numbers = ''] = /.*\) (.*)/s.exec(readText(`/proc/${pid}/stat`)) ?? []
  const [user = 0, system = 0] = numbers.split(' ').slice(11, 13).map(Number)
  return (user + system) / TICKS_PER_SECOND
}

/** Whether a process runs; one that only waits to be collected does not. Linux only. */
export function isRunning(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(readText(`/proc/${pid}/status`))
}

function childrenOf(pid: number): number[] {
  let threads: string[]
  try {
    threads = readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
  const lists = threads.map((thread) => readText(`/proc/${pid}/task/${thread}/children`))
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** A process may end between two looks; then there is nothing to count. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Asks no more often than a look costs: there it is a process of its own. */
function seldom(probe: ProcessProbe): ProcessProbe {
  let nextAt = 0
  return async () => {
    if (performance.now() < nextAt) return null
    nextAt = performance.now() + PS_INTERVAL_MS
    return probe()
  }
}

const PS_INTERVAL_MS = 300

function residentByPs(pid: number): Promise<ProcessTree | null> {
  return new Promise((resolve) => {
    execFile('/bin/ps', ['-o', 'rss=', '-p', String(pid)], { timeout: 2000 }, (error, stdout) => {
      const kilobytes = Number(stdout.trim())
      const isRead = error === null && kilobytes > 0
      const residentBytes = kilobytes * 1024
      resolve(isRead ? { residentBytes, processes: 1, cpuSeconds: null } : null)
    })
  })
}
