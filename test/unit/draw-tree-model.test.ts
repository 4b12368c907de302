import { expect, it } from 'vitest'
import { appendChunk, createTreeModel } from '../../renderer/src/draw/tree-model.ts'

/** A chunk of lines of one frame: where each closes, and its host. */
function chunk(from: number, close: readonly number[], parent: readonly number[]) {
  const fill = <T>(value: T): T[] => close.map(() => value)
  const same = {
    depth: fill(1),
    line: fill(1),
    file: [],
    activation: fill(0),
    frame: fill(0),
    flags: fill(0),
  }
  return { from, close, parent, kind: fill('line' as const), function: fill('f'), ...same }
}

it('hosts grow with what arrives below them while a trace is recorded', () => {
  const model = createTreeModel()
  // When it was sent, 1 was the last event below 0, and 2 a leaf.
  appendChunk(model, chunk(0, [1, 1, 2], [-1, 0, -1]))
  appendChunk(model, chunk(3, [3, 4, 5], [2, 3, -1]))
  expect(model.nodes.map((node) => node.close)).toEqual([1, 1, 4, 4, 4, 5])
})
