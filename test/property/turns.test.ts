import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunTurns } from '../../main/jobs/record/run-turns.ts'
import { momentOf, seqAtMoment, turnsProblem } from '../../shared/trace/turns.ts'

/** Threads in the order of their events, none without one. */
const order = fc
  .array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 60 })
  .filter((threads) => new Set(threads).size > 1)

describe('turns of threads', () => {
  it('tell of each event when it was, and of each moment what every thread had come to', () => {
    fc.assert(
      fc.property(order, (threads) => {
        const run = new RunTurns()
        const moments = new Map<number, number[]>()
        for (const [moment, thread] of threads.entries()) {
          const own = moments.get(thread) ?? []
          moments.set(thread, own)
          run.note(thread, own.length)
          own.push(moment)
        }
        for (const [thread, own] of moments) {
          const turns = run.of(thread) ?? []
          expect(turnsProblem(turns, own.length)).toBeNull()
          expect(own.map((_, seq) => momentOf(turns, seq))).toEqual(own)
          for (let moment = 0; moment < threads.length; moment++) {
            const seq = own.findLastIndex((at) => at <= moment)
            expect(seqAtMoment(turns, own.length, moment)).toBe(Math.max(0, seq))
          }
        }
      }),
    )
  })

  it('are none of one thread alone', () => {
    const run = new RunTurns()
    run.note(0, 0)
    run.note(0, 1)
    expect(run.of(0)).toBeNull()
  })

  it('are refused in words where they cannot be those of a trace', () => {
    expect(turnsProblem([0, 4, 2, 9], 3)).toBeNull()
    expect(turnsProblem([0], 3)).toBe('they are not pairs of numbers')
    expect(turnsProblem([], 3)).toBe('the first does not begin with event 0')
    expect(turnsProblem([1, 1], 3)).toBe('the first does not begin with event 0')
    expect(turnsProblem([0, 0, 2, 2], 3)).toBe('number 1 does not come after the one before it')
    expect(turnsProblem([0, 0, 2, 3, 2, 9], 3)).toBe(
      'number 2 does not come after the one before it',
    )
    expect(turnsProblem([0, 0, 3, 4], 3)).toBe('the last begins behind the last event')
  })
})
