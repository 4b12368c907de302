import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder } from '../../main/jobs/in-order.ts'

describe('tasks in order', () => {
  it('give what each gives, in their order, and no more of them are begun than may be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (waits, width) => {
          let [begun, taken] = [0, 0]
          const tasks = waits.map((wait, at) => async () => {
            begun++
            expect(begun - taken).toBeLessThanOrEqual(width)
            await sleep(wait)
            return at
          })
          const given: number[] = []
          for await (const one of inOrder(tasks, width)) {
            taken++
            given.push(one)
          }
          expect(given).toEqual(waits.map((_, at) => at))
        },
      ),
    )
  })

  it('end with the first that fails, in their order, and begin none after', async () => {
    const begun: number[] = []
    const tasks = [20, 1, 1, 1, 1].map((wait, at) => async () => {
      begun.push(at)
      await sleep(wait)
      if (at === 1 || at === 2) throw new Error(`task ${at}`)
      return at
    })
    const given: number[] = []
    const go = async (): Promise<void> => {
      for await (const one of inOrder(tasks, 3)) given.push(one)
    }
    await expect(go()).rejects.toThrow('task 1')
    expect(given).toEqual([0])
    expect(begun).toEqual([0, 1, 2, 3])
  })
})
