import { describe, expect, it } from 'vitest'
import type { Resolved } from './support.ts'
import { recordUnder, type SystemPython } from './system-python.ts'

/** Places of one lane, in order. */
function laneOf(recorded: Resolved, lane: number): readonly string[] {
  return recorded.events
    .filter(({ record }) => record.thread === lane)
    .map(({ place, flags }) => `${place} ${flags}`.trim())
}

const WORKERS = `import threading
def work(n):
    for i in range(n):
        square = i * i
    return square
ts = [threading.Thread(target=work, args=(n,)) for n in (2, 3)]
for t in ts:
    t.start()
for t in ts:
    t.join()
`

const ENDLESS = `import threading
def work():
    while True:
        try:
            x = 1
        except BaseException:
            pass
ts = [threading.Thread(target=work) for _ in range(3)]
for t in ts:
    t.start()
for t in ts:
    t.join()
`

/** Several threads, which only a Python of the system has. */
export function describeThreads(python: SystemPython, backend: string): void {
  const trace = (code: string, options: object = {}) =>
    recordUnder(python, { code, backend, ...options })

  describe(`threads, by ${backend}`, () => {
    it('have a lane each, in order of their first event', () => {
      const recorded = trace(WORKERS)
      const work = (n: number) => [
        'call work 2',
        ...Array.from({ length: n }, () => ['line work 3', 'line work 4']).flat(),
        'line work 3',
        'line work 5',
        'return work 5',
      ]
      expect(laneOf(recorded, 1)).toEqual(work(2))
      expect(laneOf(recorded, 2)).toEqual(work(3))
      expect(laneOf(recorded, 0).at(-1)).toBe('return <module> 9')
      expect(new Set(recorded.events.map(({ record }) => record.thread))).toEqual(
        new Set([0, 1, 2]),
      )
      expect(recorded.end).toMatchObject({ stop: 'ended', exit: 'normal', error: null })
    })

    it('started without the threading module are recorded too', () => {
      const code = `import _thread
lock = _thread.allocate_lock()
lock.acquire()
def work():
    lock.release()
_thread.start_new_thread(work, ())
lock.acquire()
`
      expect(laneOf(trace(code), 1).slice(0, 2)).toEqual(['call work 4', 'line work 5'])
    })

    it('of a pool are joined before the end', () => {
      const code = `from concurrent.futures import ThreadPoolExecutor
import time
def work(n):
    time.sleep(0.1)
    print("done", n)
pool = ThreadPoolExecutor(2)
pool.submit(work, 1)
`
      const recorded = trace(code)
      expect(recorded.stdout).toBe('done 1\n')
      expect(laneOf(recorded, 1).at(-1)).toBe('return work 5')
    })

    it('mix neither their values nor their changes, also when every event may switch', () => {
      const code = `import sys, threading
sys.setswitchinterval(1e-6)
class Own:
    def __init__(self, n):
        self.n = n
    def __repr__(self):
        return f"Own({self.n})"
def work(name):
    for i in range(300):
        text = f"{name}{i}"
        own = Own(text)
        print(text)
ts = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
for t in ts: t.start()
for t in ts: t.join()
`
      const recorded = trace(code)
      expect(recorded.end.stop).toBe('ended')
      for (const lane of [1, 2, 3, 4]) {
        const changes = recorded.events
          .filter(({ record, place }) => record.thread === lane && place.startsWith('line work'))
          .flatMap((event) => event.changes)
        const name = changes.find((change) => change.startsWith('text='))?.[6] ?? ''
        const numbers = Array.from({ length: 300 }, (_, at) => at)
        expect(changes.filter((one) => one.startsWith('text='))).toEqual(
          numbers.map((at) => `text='${name}${at}'`),
        )
        expect(changes.filter((one) => one.startsWith('own='))).toEqual(
          numbers.map((at) => `own=Own(${name}${at})`),
        )
      }
      expect(recorded.stdout.split('\n').length).toBe(1201)
    })

    it('may wait for each other in a __repr__', () => {
      const code = `import threading, time
lock = threading.Lock()
class Slow:
    def __repr__(self):
        with lock:
            return "Slow()"
def hold():
    with lock:
        for i in range(20):
            time.sleep(0.005)
            x = i
t = threading.Thread(target=hold)
t.start()
time.sleep(0.02)
slow = Slow()
t.join()
`
      const recorded = trace(code, { timeoutSeconds: 10 })
      expect(recorded.end.stop).toBe('ended')
      expect(recorded.events.flatMap((event) => event.changes)).toContain('slow=Slow()')
    })

    it('go on in another lane with a generator', () => {
      const code = `import threading
def numbers():
    yield 1
    yield 2
g = numbers()
next(g)
t = threading.Thread(target=lambda: next(g))
t.start()
t.join()
`
      const recorded = trace(code)
      expect(laneOf(recorded, 1)).toEqual([
        'call <lambda> 7',
        'line <lambda> 7',
        'call numbers 3 R',
        'line numbers 4',
        'return numbers 4 Y',
        'return <lambda> 7',
      ])
    })

    it.each([
      ['step_limit', { maxSteps: 500 }],
      ['time_limit', { timeoutSeconds: 0.5 }],
      ['byte_limit', { maxBytes: 50_000 }],
    ])('all end at a %s, and the trace has one end', (stop, options) => {
      const recorded = trace(ENDLESS, { maxSteps: 10_000_000, ...options })
      expect(recorded.end).toMatchObject({ stop, exit: 'never' })
      expect(recorded.records.filter((one) => one.kind === 'end')).toHaveLength(1)
      // A thread that renders a value at the end counts its event, but does not get to write it.
      if (stop === 'step_limit') expect([497, 498, 499, 500]).toContain(recorded.events.length)
    })

    it('that are daemons end with the program', () => {
      const code = `import threading
def work():
    while True:
        x = 1
threading.Thread(target=work, daemon=True).start()
y = 1
`
      const recorded = trace(code)
      expect(recorded.end).toMatchObject({ stop: 'ended', exit: 'normal' })
      expect(laneOf(recorded, 0).at(-1)).toBe('return <module> 6')
    })

    it('that call os._exit end the recording, and lose nothing', () => {
      const code = `import os, threading
def work():
    print("last words")
    os._exit(3)
t = threading.Thread(target=work)
t.start()
t.join()
print("never")
`
      const recorded = trace(code)
      expect(recorded.end).toMatchObject({ stop: 'ended', exit: 'never', error: { line: 4 } })
      expect(recorded.stdout).toBe('last words\n')
    })
  })
}
