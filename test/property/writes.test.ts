import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reads } from '../../main/store/reads.ts'
import type { NodeColumns, StateView } from '../../shared/contract/trees.ts'
import { FLAG_RESUMED, FLAG_UNWOUND, type Value } from '../../shared/trace/event.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { randomTrace } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'

interface Write {
  readonly seq: number
  readonly text: string | null
}

function valueIn(state: StateView, variable: string): Value | undefined {
  return state.locals.find(([name]) => name === variable)?.[1]
}

/** Every event of the frame at which the variable is not what it was at the frame's event before. */
function allWrites(
  nodes: NodeColumns,
  states: readonly StateView[],
  frame: number,
  variable: string,
) {
  const writes: Write[] = []
  let held: string | undefined
  for (const state of states) {
    if (nodes.frame[state.seq] !== frame) continue
    const now = valueIn(state, variable)?.text
    if (now !== held) writes.push({ seq: state.seq, text: now ?? null })
    held = now
  }
  return writes
}

/** Newest return that gave the written value, of the calls made by the line that wrote. */
function originOf(nodes: NodeColumns, states: readonly StateView[], write: Write): number | null {
  const frame = nodes.frame[write.seq]
  const resumed = ((nodes.flags[write.seq] ?? 0) & FLAG_RESUMED) !== 0
  const isEntry = nodes.kind[write.seq] === 'call' && !resumed
  const line = isEntry
    ? (nodes.parent[write.seq] as number)
    : nodes.frame.slice(0, write.seq).lastIndexOf(frame as number)
  for (let seq = write.seq - 1; seq > line && line >= 0; seq--) {
    const gives = nodes.kind[seq] === 'return' && ((nodes.flags[seq] ?? 0) & FLAG_UNWOUND) === 0
    if (gives && nodes.parent[seq] === line && states[seq]?.arg?.text === write.text) return seq
  }
  return null
}

describe('the writes of a variable', () => {
  it('are the events at which it is not what it was, from every event of the trace', async () => {
    let origins = 0
    await fc.assert(
      fc.asyncProperty(randomTrace, fc.nat(), async (run, pick) => {
        const { store, db } = openDirectStore()
        const trace = await storeTrace(store, run)
        const nodes = reads.treeNodes(db, { trace, from: 0, limit: 50_000 })
        const seqs = nodes.close.map((_close, seq) => seq)
        const states = reads.treeStates(db, { trace, seqs })
        for (const { seq, locals } of states) {
          const frame = nodes.frame[seq] as number
          const variable = locals[pick % Math.max(1, locals.length)]?.[0] ?? 'none'
          const writes = allWrites(nodes, states, frame, variable)
          const from = pick % seqs.length
          const at = { trace, frame, variable, seq: from }
          const found = reads.treeWrites(db, { ...at, before: 3, after: 2 })
          const shown = (list: typeof found.before): Write[] =>
            list.map((write) => ({ seq: write.seq, text: write.value?.text ?? null }))
          const before = writes.filter((write) => write.seq <= from).reverse()
          expect(shown(found.before)).toEqual(before.slice(0, 3))
          const after = writes.filter((write) => write.seq > from)
          expect(shown(found.after)).toEqual(after.slice(0, 2))
          const last = before[0]
          const origin = last === undefined ? null : originOf(nodes, states, last)
          if (origin !== null) origins++
          const { returned } = reads.treeWriteOrigin(db, at)
          expect(returned?.seq ?? null).toBe(last?.text === null ? null : origin)
        }
        db.close()
      }),
      // So many that the counts below, some seven in sixty, are never none.
      { numRuns: 240 },
    )
    expect(origins).toBeGreaterThan(0)
  })
})
