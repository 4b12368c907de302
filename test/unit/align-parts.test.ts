import { describe, expect, it } from 'vitest'
import { matchInParts } from '../../shared/base/match-sequences.ts'
import { type InParts, PART } from '../../shared/base/parts.ts'
import { alignInParts } from '../../shared/tree/align.ts'
import { bestSlides } from '../../shared/tree/align-slide.ts'
import { buildTree, type TreeEvent } from '../../shared/tree/build.ts'
import type { StateNode } from '../../shared/tree/node.ts'

const LENGTH = 30_000

/** Lists that count how often one of their items is read. */
class Meter {
  reads = 0

  of<List extends object>(list: List): List {
    return new Proxy(list, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d/.test(key)) this.reads += 1
        return Reflect.get(target, key, target)
      },
    })
  }
}

/** Reads of the part that made most of them, and of all. */
function readsOf(meter: Meter, parts: InParts<unknown>): { most: number; all: number } {
  let most = 0
  for (let before = 0, isDone = false; !isDone; before = meter.reads) {
    isDone = parts.next().done === true
    most = Math.max(most, meter.reads - before)
  }
  return { most, all: meter.reads }
}

/** One call with a loop of many short passes; in each of them another call where there are `calls`. */
function loop(calls: boolean, more: number[] = []): StateNode[] {
  const events: TreeEvent[] = []
  const emit = (kind: TreeEvent['kind'], line: number, frame = 0): void => {
    const name = frame === 0 ? 'main' : 'f'
    events.push({ kind, line, function: name, frame, flags: 0, thread: 0 })
  }
  emit('call', 1)
  for (const line of more) emit('line', line)
  while (events.length < LENGTH) {
    emit('line', 2)
    if (calls) emit('call', 5, events.length)
    if (calls) emit('return', 5, events.length - 1)
    emit('line', 3)
  }
  emit('return', 4)
  return [...buildTree(events).nodes]
}

const SOURCE = Array.from({ length: 9 }, (_, at) => `line ${at + 1}`).join('\n')
const FILES = [{ path: 'a.py', source: SOURCE }]

describe('the alignment of long traces', () => {
  it('pauses wherever it has read a few thousand nodes', () => {
    for (const calls of [true, false]) {
      // The same twice, one with more before, and one with more in its like.
      for (const more of [[], [7, 8], [2, 3, 2]]) {
        const meter = new Meter()
        const [a, b] = [loop(calls), loop(calls, more)].map((nodes) => ({
          nodes: meter.of(nodes),
          files: FILES,
        }))
        if (a === undefined || b === undefined) throw new Error('two traces')
        const { most, all } = readsOf(meter, alignInParts(a, b))
        expect(all).toBeGreaterThan(4 * LENGTH)
        expect(most).toBeLessThan(4 * PART)
      }
    }
  })

  it('pauses while it slides what was added along a long row of its like', () => {
    const meter = new Meter()
    const row = (length: number) => ({
      keys: meter.of(new Int32Array(length)),
      shapes: meter.of(new Int32Array(length)),
    })
    const partners = Int32Array.from({ length: LENGTH }, (_, at) => at - 1)
    const { most, all } = readsOf(meter, bestSlides(row(LENGTH), row(LENGTH - 1), partners))
    expect(partners.at(-1)).toBe(-1)
    expect(partners.subarray(0, -1)).toEqual(Int32Array.from({ length: LENGTH - 1 }, (_, at) => at))
    expect(all).toBeGreaterThan(5 * LENGTH)
    expect(most).toBeLessThan(6 * PART)
  })

  it('pauses in the search for the shortest way between rows that repeat', () => {
    const meter = new Meter()
    // Each of many diagonals goes all the way along; none meets the other end.
    const rowOf = (begin: number): number[] =>
      Array.from({ length: 2 * LENGTH }, (_, at) => (at < 200 ? begin : at % 2))
    const { most, all } = readsOf(
      meter,
      matchInParts(meter.of([...rowOf(7), 7]), meter.of([...rowOf(8), 8])),
    )
    expect(all).toBeGreaterThan(100 * LENGTH)
    expect(most).toBeLessThan(10 * LENGTH)
  })
})
