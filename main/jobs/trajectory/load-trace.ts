import { must } from '../../../shared/base/assert.ts'
import type { NodeColumns } from '../../../shared/contract/trees.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import { type FileLines, linesOfFiles, type SourceFile } from '../../../shared/trace/source.ts'
import type { StateNode, StateTree } from '../../../shared/tree/node.ts'
import type { TraceSource } from '../../store/read-types.ts'
import type { StoreReads } from '../../store/store.ts'

/** Nodes read from the store at once. */
const CHUNK = 20_000

/** What sampling and encoding need of a trace, values aside. */
export interface LoadedTrace {
  readonly about: TraceSource
  readonly tree: StateTree
  /** None where its program is its only file. */
  readonly files: readonly SourceFile[]
  readonly lines: FileLines
}

/** Reads a trace's whole tree; a ServiceError `not-found` when there is no such trace. */
export async function loadTrace(
  store: StoreReads,
  trace: string,
  signal: Signal,
): Promise<LoadedTrace> {
  const about = await store.read('traceSource', { trace }, { signal })
  const nodes: StateNode[] = []
  while (nodes.length < about.events) {
    const chunk = await store.read(
      'treeNodes',
      { trace, from: nodes.length, limit: CHUNK },
      { signal, deadlineMs: 60_000 },
    )
    if (chunk.close.length === 0) break
    for (let i = 0; i < chunk.close.length; i++) nodes.push(nodeAt(chunk, i))
  }
  const { files } = await store.read('traceFiles', { trace }, { signal })
  return { about, tree: { nodes }, files, lines: linesOfFiles(about.source, files) }
}

function nodeAt(columns: NodeColumns, i: number): StateNode {
  return {
    seq: columns.from + i,
    close: must(columns.close[i], 'close'),
    parent: must(columns.parent[i], 'parent'),
    depth: must(columns.depth[i], 'depth'),
    kind: must(columns.kind[i], 'kind'),
    line: must(columns.line[i], 'line'),
    ...(columns.file.length === 0 ? {} : { file: must(columns.file[i], 'file') }),
    function: must(columns.function[i], 'function'),
    activation: must(columns.activation[i], 'activation'),
    frame: must(columns.frame[i], 'frame'),
    flags: must(columns.flags[i], 'flags'),
  }
}
