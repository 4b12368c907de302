import type { SourceIndex } from './source-index.ts'

interface WriteTables {
  /** By seq: writes of the state's frame up to it. */
  readonly upTo: Int32Array
  /** By frame: all its writes. */
  readonly total: Map<number, number>
}

const known = new WeakMap<SourceIndex, WriteTables>()

function read({ tree, writes }: SourceIndex): WriteTables {
  const upTo = new Int32Array(tree.nodes.length)
  const total = new Map<number, number>()
  for (const { seq, frame } of tree.nodes) {
    const sum = (total.get(frame) ?? 0) + (writes?.[seq] ?? 0)
    total.set(frame, sum)
    upTo[seq] = sum
  }
  return { upTo, total }
}

/** Writes of the state's frame up to it, and by its end. */
export function writesOfFrame(sources: SourceIndex, seq: number): { upTo: number; total: number } {
  const tables = known.get(sources) ?? read(sources)
  known.set(sources, tables)
  const frame = sources.tree.nodes[seq]?.frame ?? -1
  return { upTo: tables.upTo[seq] ?? 0, total: tables.total.get(frame) ?? 0 }
}
