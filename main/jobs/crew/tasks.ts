import type { StoreReads } from '../../store/store.ts'
import { exportLines, verifyLines } from '../export/rows.ts'
import { countPart } from '../trajectory/count-part.ts'
import { PartDrawer } from '../trajectory/draw-part.ts'
import { measurePart } from '../trajectory/measure-mix.ts'
import { createTokenizers } from '../trajectory/tokenizers.ts'
import { createTraceCache } from '../trajectory/trace-cache.ts'
import type { Crew, CrewTasks } from './crew.ts'

/** How each task is done, by the reads of one connection. */
export type CrewHands = {
  readonly [K in keyof CrewTasks]: (input: CrewTasks[K]['input']) => Promise<CrewTasks[K]['output']>
}

/** A task is short, and is ended with its thread. */
const { signal } = new AbortController()

export function createHands(store: StoreReads): CrewHands {
  const tools = { store, traces: createTraceCache(store), tokenizers: createTokenizers(), signal }
  const drawer = new PartDrawer(store, signal)
  return {
    draw: (part) => drawer.draw(part),
    count: (part) => countPart(part, tools),
    measure: (part) => measurePart(part, tools),
    exportLines: (part) => exportLines(part, tools),
    verifyLines: async (part) => verifyLines(part),
  }
}

/** A crew of the thread that asks, for a store that no other can reach. */
export function crewHere(store: StoreReads): Crew {
  const hands = createHands(store)
  return { width: 1, do: (name, input) => hands[name](input) }
}
