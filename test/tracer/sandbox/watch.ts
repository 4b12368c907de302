import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { descendantsOf } from '../processes.ts'
import type { Attempt } from './attempt.ts'
import type { Place } from './scene.ts'

/** What was seen of an attempt while it ran. */
export interface Seen {
  processes: number
  resident: number
  filled: number
  answered: boolean
}

export interface Watch {
  readonly seen: Seen
  readonly stop: () => void
}

const LOOK_MS = 25
const PAGE = 4096

/** Looks at the machine while an attempt runs; only for goals that need it. */
export function watch({ goal }: Attempt, place: Place): Watch {
  const seen: Seen = { processes: 0, resident: 0, filled: 0, answered: false }
  const look = looks[goal.kind]
  if (look === undefined) return { seen, stop: () => undefined }
  const before = { processes: 0, resident: 0, filled: 0, answered: false }
  look(before, place)
  const timer = setInterval(() => {
    const now = { ...seen }
    look(now, place)
    seen.processes = Math.max(seen.processes, now.processes - before.processes)
    seen.resident = Math.max(seen.resident, now.resident - before.resident)
    seen.filled = Math.max(seen.filled, now.filled - before.filled)
  }, LOOK_MS)
  if (goal.kind === 'answers') tryToConnect(place.names.BIND, seen)
  return { seen, stop: () => clearInterval(timer) }
}

const looks: Partial<Record<string, (seen: Seen, place: Place) => void>> = {
  processes: (seen) => {
    seen.processes = descendantsOf(process.pid).length
  },
  resident: (seen) => {
    seen.resident = descendantsOf(process.pid).reduce((sum, pid) => sum + residentOf(pid), 0)
  },
  filled: (seen, place) => {
    seen.filled = sharedMemory() + place.folderBytes()
  },
  answers: () => undefined,
}

function residentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return 0
  }
}

/** Bytes of files in memory and of shared segments, on the whole machine. */
function sharedMemory(): number {
  const line = /^Shmem:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'latin1'))
  return Number(line?.[1] ?? 0) * 1024
}

function tryToConnect(port: number, seen: Seen): void {
  let tries = 0
  const timer = setInterval(() => {
    if (tries++ > 60 || seen.answered) clearInterval(timer)
    const socket = connect(port, '127.0.0.1', () => {
      seen.answered = true
      socket.destroy()
    })
    socket.on('error', () => undefined)
  }, LOOK_MS)
}
