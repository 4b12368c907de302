import { readFileSync } from 'node:fs'
import type { JobOwner } from './write-types.ts'

/** Clock ticks a second in /proc on every Linux that Node runs on. */
const TICKS = 100
/** A process looked at late in its start may seem this much younger or older than it said, in milliseconds. */
const TOLERANCE = 10_000

/** When the process began, in milliseconds since 1970, or null where the system does not tell. */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold spaces; the start is the 20th field after it.
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
    const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))
    return boot === null ? null : Number(boot[1]) * 1000 + (ticks * 1000) / TICKS
  } catch {
    return null
  }
}

/** Killed, but its parent has not asked for its status: in a container that may last for ever. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    // Not permitted to signal it: it is there.
    return (error as { code?: string }).code === 'EPERM'
  }
}

/**
 * Whether the process that owned a job still runs. `self` settles the commonest mix-up, a new process of ours that
 * got the old one's number; elsewhere a process that began later than the owner said is another one.
 */
export function isOwnerAlive(owner: JobOwner, self: JobOwner): boolean {
  if (owner.pid === self.pid) return owner.startedAt === self.startedAt
  if (!Number.isInteger(owner.pid) || owner.pid <= 0 || !exists(owner.pid)) return false
  const start = startOf(owner.pid)
  return start === null || start <= owner.startedAt + TOLERANCE
}
