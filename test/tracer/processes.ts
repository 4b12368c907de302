import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Processes below one, by id; Linux only. */
export function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const pid of allProcesses()) {
    const fields = statOf(pid)
    if (fields !== null && fields[0] !== 'Z') parents.set(pid, Number(fields[1]))
  }
  const found = [root]
  for (const one of found) {
    for (const [pid, parent] of parents) if (parent === one) found.push(pid)
  }
  return found.slice(1)
}

/** Processes whose command line holds a word. */
export function processesNamed(word: string): number[] {
  return allProcesses().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word)
    } catch {
      return false
    }
  })
}

export async function areGone(pids: readonly number[], withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (!pids.some(isRunning)) return true
    await sleep(20)
  }
  return false
}

export function isRunning(pid: number): boolean {
  const fields = statOf(pid)
  return fields !== null && fields[0] !== 'Z'
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
}

/** State, parent and so on; null when it has ended. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
