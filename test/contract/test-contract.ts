import { z } from '../../shared/contract/schema.ts'
import { call, stream } from '../../shared/rpc/contract.ts'
import type { Handlers, RequestContext } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

/** A contract that shows every behaviour of the protocol and nothing of the workbench. */
export const testContract = {
  'math.add': call({
    input: z.object({ a: z.int(), b: z.int() }),
    output: z.object({ sum: z.int() }),
  }),
  'gate.pass': call({
    input: z.object({ gate: z.string() }),
    output: z.object({ gate: z.string() }),
  }),
  'text.echo': call({
    input: z.object({ text: z.string().max(5_000_000) }),
    output: z.object({ text: z.string() }),
  }),
  'fail.person': call({ input: z.object({}), output: z.object({}) }),
  'fail.bug': call({ input: z.object({}), output: z.object({}) }),
  'fail.output': call({ input: z.object({}), output: z.object({ count: z.int() }) }),
  'fail.json': call({ input: z.object({}), output: z.object({ value: z.unknown() }) }),
  'count.to': stream({ input: z.object({ to: z.int().min(0) }), item: z.object({ n: z.int() }) }),
  'count.on': stream({ input: z.object({ gate: z.string() }), item: z.object({ n: z.int() }) }),
  'fail.stream': stream({ input: z.object({ after: z.int() }), item: z.object({ n: z.int() }) }),
  'fail.item': stream({ input: z.object({}), item: z.object({ n: z.int() }) }),
}
export type TestContract = typeof testContract

/** What the tests hold in their hands: gates that handlers wait at, and what was aborted. */
export interface TestHouse {
  readonly handlers: Handlers<TestContract>
  /** Resolves when a handler has come to the gate; `open` lets it pass. */
  readonly arrived: (gate: string) => Promise<void>
  readonly open: (gate: string) => void
  readonly aborted: (gate: string) => Promise<void>
  /** Emits an item on every `count.on` stream that still runs, as a listener of some event would. */
  readonly emit: (n: number) => void
}

class Latches {
  private readonly latches = new Map<string, PromiseWithResolvers<void>>()
  of(name: string): PromiseWithResolvers<void> {
    const latch = this.latches.get(name) ?? Promise.withResolvers<void>()
    this.latches.set(name, latch)
    return latch
  }
}

export function createTestHouse(): TestHouse {
  const arrivals = new Latches()
  const gates = new Latches()
  const aborts = new Latches()
  const emitters = new Set<(n: number) => void>()

  const waitAt = async (gate: string, { signal }: RequestContext): Promise<void> => {
    signal.addEventListener('abort', () => {
      aborts.of(gate).resolve()
      gates.of(gate).resolve()
    })
    arrivals.of(gate).resolve()
    await gates.of(gate).promise
  }

  return {
    handlers: {
      'math.add': ({ a, b }) => ({ sum: a + b }),
      'gate.pass': async ({ gate }, ctx) => {
        await waitAt(gate, ctx)
        return { gate }
      },
      'text.echo': async ({ text }) => ({ text }),
      'fail.person': () => {
        throw new ServiceError('conflict', 'The job has ended already; nothing was cancelled.')
      },
      'fail.bug': async () => {
        throw new TypeError('undefined is not a trace')
      },
      'fail.output': () => ({ count: 'three' }) as unknown as { count: number },
      'fail.json': () => ({ value: 10n }),
      'count.to': async ({ to }, emit) => {
        for (let n = 0; n < to; n++) emit({ n })
      },
      'count.on': async ({ gate }, emit, ctx) => {
        const forward = (n: number): void => emit({ n })
        emitters.add(forward)
        await waitAt(gate, ctx)
        emitters.delete(forward)
      },
      'fail.stream': async ({ after }, emit) => {
        for (let n = 0; n < after; n++) emit({ n })
        throw new Error('the tape tore')
      },
      'fail.item': async (_input, emit, ctx) => {
        emit({ n: 1 })
        emit({ n: 1.5 })
        emit({ n: 2 })
        await waitAt('fail.item', ctx)
      },
    },
    arrived: (gate) => arrivals.of(gate).promise,
    open: (gate) => gates.of(gate).resolve(),
    aborted: (gate) => aborts.of(gate).promise,
    emit: (n) => {
      for (const emitter of [...emitters]) emitter(n)
    },
  }
}
