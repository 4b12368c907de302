import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createTracer } from '../../main/tracer/tracer.ts'
import type { TracerRecord } from '../../shared/trace/wire-records.ts'
import { areGone, descendantsOf } from './processes.ts'
import { LIMITS, record, sharedTracer, tracerOptions } from './support.ts'

const ENDLESS = { code: 'n = sum(range(10 ** 13))\n', entry: null, fileName: 'main.py' }
const SHORT = { code: 'x = 1\n', entry: null, fileName: 'main.py' }
const LONG = { ...LIMITS, timeoutSeconds: 600 }

export function describeLifecycle(): void {
  describe('interpreters', () => {
    it('says what recorded a trace', async () => {
      const { run } = await record({ code: 'x = 1\n' })
      expect(run.engine).toMatch(/^pyodide \d+\.\d+\.\d+$/)
      expect(run.sandbox).toMatch(/^deno \d+\.\d+\.\d+, no permissions(, bubblewrap [\d.]+)?$/)
      expect(run.pythonVersion).toMatch(/^3\.\d+\.\d+$/)
      expect(run.tracerVersion).toBe('1.0.0')
    })

    it('cancels at once', async () => {
      const controller = new AbortController()
      const reason = new Error('not wanted any more')
      let cancelledAt = 0
      const onRecords = (records: TracerRecord[]) => {
        if (records.some((one) => one.kind === 'event')) {
          cancelledAt ||= performance.now()
          controller.abort(reason)
        }
      }
      const trace = sharedTracer().trace(ENDLESS, LONG, onRecords, controller.signal)
      await expect(trace).rejects.toBe(reason)
      expect(performance.now() - cancelledAt).toBeLessThan(500)
    })

    it('passes on what the taker of the records throws', async () => {
      const failing = () => Promise.reject(new Error('disk full'))
      await expect(sharedTracer().trace(SHORT, LIMITS, failing)).rejects.toThrow('disk full')
    })

    it('waits for a slow taker, off the program’s clock', async () => {
      let batches = 0
      let openBatches = 0
      const code = 'for i in range(200):\n    x = i\n'
      const limits = { ...LIMITS, timeoutSeconds: 1 }
      const records: TracerRecord[] = []
      const taking = async (batch: TracerRecord[]) => {
        expect(++openBatches).toBe(1)
        records.push(...batch)
        if (batches++ < 20) await sleep(120)
        openBatches--
      }
      await sharedTracer().trace({ ...SHORT, code }, limits, taking)
      expect(records.at(-1)).toMatchObject({ kind: 'end', stop: 'ended' })
    })

    it('runs several programs asked for at once', async () => {
      const codes = ['a = 1\n', 'b = 1 / 0\n', 'c = 3\n']
      const ends = await Promise.all(codes.map(async (code) => (await record({ code })).end.exit))
      expect(ends).toEqual(['normal', 'error', 'normal'])
    })

    it('names what is missing', async () => {
      const broken = createTracer({ ...tracerOptions, denoPath: '/nowhere/deno' })
      await expect(broken.trace(SHORT, LIMITS, () => undefined)).rejects.toThrow(
        /^The sandbox program \(Deno\) is missing at .*; run the set-up/,
      )
      await broken.close()
      await expect(broken.trace(SHORT, LIMITS, () => undefined)).rejects.toThrow(/is closed/)
    })
  })

  describe.skipIf(process.platform !== 'linux')('processes', () => {
    it('are gone after close, also one that runs a program; Deno alone holds too', async () => {
      const before = new Set(descendantsOf(process.pid))
      const tracer = createTracer({ ...tracerOptions, workers: 1, bubblewrap: false })
      const run = await tracer.trace(
        { ...SHORT, code: 'open("/etc/passwd")\n' },
        LIMITS,
        () => undefined,
      )
      expect(run.sandbox).toMatch(/^deno [\d.]+, no permissions$/)
      let hasBegun = () => {}
      const begun = new Promise<void>((resolve) => {
        hasBegun = resolve
      })
      const running = tracer.trace(ENDLESS, LONG, () => hasBegun())
      await begun
      const started = descendantsOf(process.pid).filter((pid) => !before.has(pid))
      expect(started.length).toBeGreaterThan(0)
      await tracer.close()
      await running
      expect(await areGone(started, 2000)).toBe(true)
    })

    it.each([true, false])(
      'die with the process that started them (bubblewrap %s)',
      async (bubblewrap) => {
        const script = join(dirname(fileURLToPath(import.meta.url)), 'endless-child.ts')
        const options = JSON.stringify({ ...tracerOptions, workers: 1, bubblewrap })
        const child = spawn(process.execPath, [script, options], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        await new Promise((resolve) => child.stdout.once('data', resolve))
        const pids = descendantsOf(child.pid ?? 0)
        expect(pids.length).toBeGreaterThan(0)
        child.kill('SIGKILL')
        expect(await areGone(pids, 3000)).toBe(true)
      },
    )
  })
}
