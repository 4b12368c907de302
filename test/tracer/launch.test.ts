import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { launchInterpreter } from '../../main/tracer/interpreter.ts'
import { prepareSandboxCommand } from '../../main/tracer/sandbox-command.ts'
import { areGone, processesNamed } from './processes.ts'
import { tracerOptions } from './support.ts'

/** What bubblewrap does at its start takes a few milliseconds; each is met by some of these. */
const MOMENTS = Array.from({ length: 60 }, (_, at) => at / 4)

// Processes are looked for in /proc.
it.runIf(process.platform === 'linux')(
  'an interpreter that is killed at any moment of its start is gone, with everything it started',
  async () => {
    const command = await prepareSandboxCommand(tracerOptions, true)
    const before = new Set(processesNamed('--die-with-parent'))
    for (const moment of MOMENTS) {
      const launch = launchInterpreter(command)
      launch.ready.catch(() => undefined)
      await sleep(moment)
      launch.kill()
      const isClosed = await Promise.race([launch.closed.then(() => true), sleep(20_000, false)])
      expect(isClosed, `killed after ${moment} ms`).toBe(true)
    }
    const left = processesNamed('--die-with-parent').filter((pid) => !before.has(pid))
    expect(await areGone(left, 5000)).toBe(true)
    await command.dispose()
  },
)
