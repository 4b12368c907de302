import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLineCutter } from './line-cutter.ts'
import type { FrameKind } from './sandbox-frames.ts'
import { TRACE_DESCRIPTOR } from './start-process.ts'
import type { RunListener } from './trace-source.ts'

/** Where nothing contains the program, a process it left behind may hold a pipe open for ever. */
const QUIET_MS = 300

/** What a process writes, on its way to a listener. */
export interface Pipes {
  /** Once the process has ended: kept when all it wrote has been taken. */
  readonly drain: () => Promise<void>
}

/** Hands the trace and what was written past Python's streams to the listener, one piece at a time. */
export function readPipes(child: ChildProcess, listener: RunListener): Pipes {
  let turn: Promise<void> = Promise.resolve()
  let taken = 0
  let inHand = 0
  const hand = (kind: FrameKind, payload: Buffer): Promise<void> => {
    inHand++
    turn = turn
      .then(() => listener.onFrame({ kind, payload }))
      .finally(() => {
        inHand--
        taken++
      })
    return turn
  }
  const begun = Promise.withResolvers<void>()
  const raw = (['stdout', 'stderr'] as const).map(async (kind) => {
    // Two pipes have no common order: what is printed belongs behind the trace's first record.
    for await (const bytes of child[kind] as Readable) {
      await begun.promise
      await hand(kind, bytes)
    }
  })
  const quiet = Promise.allSettled(raw)
  const trace = async (): Promise<void> => {
    const cut = createLineCutter()
    for await (const bytes of child.stdio[TRACE_DESCRIPTOR] as Readable) {
      const lines = cut(bytes)
      if (lines === null) continue
      // And before its last one: Python ends right after that.
      if (endsTrace(lines)) await Promise.race([quiet, sleep(QUIET_MS)])
      await hand('trace', lines)
      begun.resolve()
    }
  }
  const all = Promise.allSettled([trace().finally(begun.resolve), quiet])
  const drain = async () => {
    let isOpen = true
    void all.then(() => {
      isOpen = false
    })
    for (let before = -1; isOpen && (inHand > 0 || taken > before); ) {
      before = taken
      await Promise.race([all, sleep(QUIET_MS)])
    }
    for (const stream of child.stdio) stream?.destroy()
    await all
  }
  return { drain }
}

function endsTrace(lines: Buffer): boolean {
  const start = lines.lastIndexOf('\n', -2) + 1
  return lines.toString('latin1', start, start + END.length) === END
}

const END = '["end",'
