import { describe, expect, it } from 'vitest'
import { record } from './support.ts'

const COUNTING = 'n = 0\nwhile True:\n    n += 1\n'
const DEEPER = `def down(n):
    return down(n + 1)
def side():
    return 1
def up():
    side()
    yield side()
`

/** Budgets beside steps, seconds and output; what a program reads; whether it is watched. */
export function describeBudgets(): void {
  describe('further budgets', () => {
    it('of processor time', async () => {
      const limits = { cpuSeconds: 0.3, timeoutSeconds: 20, maxSteps: 5_000_000 }
      const { end, events, run } = await record({ code: COUNTING }, limits)
      expect(end).toMatchObject({ stop: 'cpu_limit', exit: 'never', error: { type: 'CpuLimit' } })
      expect(events.length).toBeGreaterThan(10)
      expect(run.wallMs).toBeLessThan(15_000)
    })

    it('of processor time, in one call that tells the tracer nothing', async () => {
      const limits = { cpuSeconds: 0.3, timeoutSeconds: 60 }
      const { end, run } = await record({ code: 'x = 1\nsum(range(10**11))\n' }, limits)
      expect(end).toMatchObject({ stop: 'cpu_limit', exit: 'never', error: { type: 'CpuLimit' } })
      expect(run.wallMs).toBeLessThan(30_000)
    })

    it('of the trace’s size, kept to a few events', async () => {
      const limits = { maxBytes: 100_000, timeoutSeconds: 20, maxSteps: 5_000_000 }
      const { end, events } = await record({ code: COUNTING }, limits)
      expect(end).toMatchObject({ stop: 'byte_limit', exit: 'never', error: { type: 'ByteLimit' } })
      // An event with its change takes about 28 bytes.
      expect(events.length).toBeGreaterThan(1000)
      expect(events.length).toBeLessThan(5000)
    })

    it('of depth, at the call that would pass it', async () => {
      const recorded = await record({ code: DEEPER, entry: 'down(1)' }, { maxDepth: 30 })
      expect(recorded.end).toMatchObject({
        ...{ stop: 'depth_limit', exit: 'never' },
        error: { type: 'DepthLimit' },
      })
      const calls = recorded.events.filter(({ place }) => place.startsWith('call'))
      expect(calls).toHaveLength(30)
    })

    it('of depth count no frame that waits', async () => {
      const entry = '[next(one) for one in [up() for _ in range(9)]]'
      const { end } = await record({ code: DEEPER, entry }, { maxDepth: 2 })
      expect(end).toMatchObject({ stop: 'ended', exit: 'normal' })
    })
  })

  describe('standard input', () => {
    it('is read by input() and sys.stdin, to its end', async () => {
      const code = `import sys
first = input("name? ")
rest = sys.stdin.read()
try:
    input()
except EOFError as error:
    last = str(error)
`
      const { events, stdout } = await record({ code, stdin: 'Ada\nbé\nc' })
      expect(stdout).toBe('name? ')
      const changes = events.flatMap((event) => event.changes)
      expect(changes).toContain("first='Ada'")
      expect(changes).toContain("rest='bé\\nc'")
      expect(changes).toContain("last='EOF when reading a line'")
    })
  })

  describe('a program and the trace function', () => {
    it('sees none, and taking it away changes nothing', async () => {
      const code = 'import sys\nseen = sys.gettrace()\nsys.settrace(None)\nx = 1\n'
      const { end, events } = await record({ code })
      expect(end).toMatchObject({ stop: 'ended', exit: 'normal', error: null })
      expect(events.flatMap((event) => event.changes)).toEqual([
        expect.stringMatching(/^sys=/),
        'seen=None',
        'x=1',
      ])
    })

    it('uses its own as without us, and is recorded again after it', async () => {
      const code = `import sys
def own(frame, event, arg):
    seen.append(event)
    return own
def f():
    return 1
seen = []
sys.settrace(own)
f()
sys.settrace(None)
f()
print(seen)
`
      const { end, events, stdout } = await record({ code })
      expect(stdout).toBe("['call', 'line', 'return']\n")
      expect(end.error?.type).toBe('TraceLost')
      const calls = events.filter(({ place }) => place.startsWith('call f'))
      expect(calls).toHaveLength(1)
    })
  })
}
