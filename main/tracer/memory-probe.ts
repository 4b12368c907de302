import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Resident bytes of a process and its descendants; null where that cannot be read. */
export type MemoryProbe = () => Promise<number | null>

/** A probe for one process, as cheap as the system allows. */
export function createMemoryProbe(pid: number): MemoryProbe {
  if (process.platform === 'linux') return async () => residentOfTree(pid)
  if (process.platform === 'darwin') return seldom(() => residentByPs(pid))
  // Elsewhere only WebAssembly's and the heap's own caps hold.
  return async () => null
}

function residentOfTree(pid: number): number | null {
  let total = 0
  let isRead = false
  const pending = [pid]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const status = readText(`/proc/${one}/status`)
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
    if (kilobytes === undefined) continue
    isRead = true
    total += Number(kilobytes) * 1024
    pending.push(...childrenOf(one))
  }
  return isRead ? total : null
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
function seldom(probe: MemoryProbe): MemoryProbe {
  let nextAt = 0
  return async () => {
    if (performance.now() < nextAt) return null
    nextAt = performance.now() + PS_INTERVAL_MS
    return probe()
  }
}

const PS_INTERVAL_MS = 300

function residentByPs(pid: number): Promise<number | null> {
  return new Promise((resolve) => {
    execFile('/bin/ps', ['-o', 'rss=', '-p', String(pid)], { timeout: 2000 }, (error, stdout) => {
      const kilobytes = Number(stdout.trim())
      resolve(error === null && kilobytes > 0 ? kilobytes * 1024 : null)
    })
  })
}
