import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from '../../shared/contract/index.ts'
import type { z } from '../../shared/contract/schema.ts'
import { createClient } from '../../shared/rpc/client.ts'
import type { Contract, Schema } from '../../shared/rpc/contract.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { serve } from '../../shared/rpc/server.ts'
import type { ServerMessage } from '../../shared/rpc/wire.ts'
import { createTestHouse, testContract } from '../contract/test-contract.ts'
import { valuesOf } from './rpc-arbitrary.ts'

const specs = Object.entries(contract as Contract)
const schemas = specs.flatMap(([name, spec]) => {
  const answer = spec.type === 'call' ? spec.output : spec.item
  return [
    [`${name}: input`, spec.input],
    [`${name}: ${spec.type === 'call' ? 'output' : 'item'}`, answer],
  ] as [string, Schema<unknown>][]
})

/** What is handed on after a parse must be the same on the far side of a wire. */
function expectRoundTrip(schema: Schema<unknown>, data: unknown): void {
  const text = JSON.stringify(data)
  const again = schema.safeParse(JSON.parse(text))
  expect(again.success).toBe(true)
  if (again.success) expect(JSON.stringify(again.data)).toBe(text)
}

describe.each(schemas)('%s', (_name, schema) => {
  test('no JSON value makes it throw, and what it accepts survives the wire', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const parsed = schema.safeParse(value)
        if (parsed.success) expectRoundTrip(schema, parsed.data)
      }),
      { numRuns: 100 },
    )
  })

  test('accepts values made after it, which survive the wire', () => {
    fc.assert(
      fc.property(valuesOf(schema as z.ZodType), (value) => {
        const parsed = schema.safeParse(value)
        if (!parsed.success) throw new Error(JSON.stringify(parsed.error.issues))
        expectRoundTrip(schema, parsed.data)
      }),
      { numRuns: 30 },
    )
  })

  test('one value spoilt: it accepts or refuses with a place, and never throws', () => {
    fc.assert(
      fc.property(
        valuesOf(schema as z.ZodType),
        fc.jsonValue(),
        fc.nat(),
        (value, other, where) => {
          const parsed = schema.safeParse(spoil(value, other, where))
          if (parsed.success) expectRoundTrip(schema, parsed.data)
          else expect(parsed.error.issues[0]?.message).toMatch(/\S/)
        },
      ),
      { numRuns: 60 },
    )
  })
})

/** The value with the field or item at `where` replaced by `other`. */
function spoil(value: unknown, other: unknown, where: number): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = where % value.length
    return value.map((item, index) => (index === at ? spoil(item, other, where >> 2) : item))
  }
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    const name = names[where % Math.max(1, names.length)]
    if (name === undefined) return other
    const field = (value as Record<string, unknown>)[name]
    return { ...value, [name]: spoil(field, other, where >> 2) }
  }
  return other
}

describe('the server', () => {
  const messages = fc.oneof(
    fc.jsonValue(),
    fc.record({
      t: fc.constantFrom('call', 'watch', 'cancel', 'value', 'hello'),
      id: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.jsonValue()),
      name: fc.constantFrom(...Object.keys(testContract), '__proto__', 'toString'),
      input: fc.oneof(
        fc.jsonValue(),
        fc.constantFrom({}, { a: 1, b: 2 }, { to: 3 }, { gate: 'a' }),
      ),
    }),
  )

  test('any sequence of messages is answered only in shapes of the protocol', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(messages, { maxLength: 30 }), async (sequence) => {
        const [wire, far] = createMemoryWires()
        const house = createTestHouse()
        serve(testContract, house.handlers, far, () => {})
        const answers: ServerMessage[] = []
        wire.onMessage((message) => answers.push(message as ServerMessage))
        for (const message of sequence) wire.post(message)
        await new Promise((resolve) => setImmediate(resolve))
        for (const { t, id } of answers) {
          expect(['value', 'item', 'end', 'error']).toContain(t)
          expect(typeof id).toBe('number')
        }
        wire.close()
      }),
      { numRuns: 200 },
    )
  })
})

describe('the client', () => {
  test('each call gets its own answer, whatever the order and whichever are cancelled', async () => {
    const plan = fc.uniqueArray(fc.record({ gate: fc.string(), cancelled: fc.boolean() }), {
      selector: ({ gate }) => gate,
      maxLength: 12,
    })
    const shuffled = plan.chain((calls) =>
      fc.tuple(
        fc.constant(calls),
        fc.shuffledSubarray(calls, { minLength: calls.length, maxLength: calls.length }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, async ([calls, order]) => {
        const [near, far] = createMemoryWires()
        const house = createTestHouse()
        serve(testContract, house.handlers, far, () => {})
        const client = createClient(testContract, near)
        const stops = new Map(calls.map(({ gate }) => [gate, new AbortController()]))
        const outcomes = calls.map(({ gate }) =>
          client
            .call('gate.pass', { gate }, { signal: stops.get(gate)?.signal as AbortSignal })
            .then(
              (answer) => answer.gate,
              (error: { code: string }) => error.code,
            ),
        )
        await Promise.all(calls.map(({ gate }) => house.arrived(gate)))
        for (const { gate, cancelled } of order) {
          if (cancelled) stops.get(gate)?.abort()
          else house.open(gate)
        }
        expect(await Promise.all(outcomes)).toEqual(
          calls.map(({ gate, cancelled }) => (cancelled ? 'cancelled' : gate)),
        )
        near.close()
      }),
      { numRuns: 100 },
    )
  })
})
