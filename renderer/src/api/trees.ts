import { queryOptions, useQuery } from '@tanstack/react-query'
import type { NodeColumns, StateView } from '../../../shared/contract/trees.ts'
import type { StateNode, StateTree } from '../../../shared/tree/node.ts'
import { type Session, useSession } from './session.ts'

function pushNodes(nodes: StateNode[], columns: NodeColumns): void {
  for (let i = 0; i < columns.close.length; i++) {
    nodes.push({
      seq: columns.from + i,
      close: columns.close[i] as number,
      parent: columns.parent[i] as number,
      depth: columns.depth[i] as number,
      kind: columns.kind[i] as StateNode['kind'],
      line: columns.line[i] as number,
      function: columns.function[i] as string,
      activation: columns.activation[i] as number,
      frame: columns.frame[i] as number,
      flags: columns.flags[i] as number,
    })
  }
}

function readTree(session: Session, trace: string, signal: AbortSignal): Promise<StateTree> {
  return new Promise((resolve, reject) => {
    const nodes: StateNode[] = []
    const stop = session.watch(
      'tree.nodes',
      { trace },
      {
        onItem: (columns) => pushNodes(nodes, columns),
        onEnd: () => resolve({ nodes }),
        onError: reject,
      },
    )
    signal.addEventListener('abort', () => {
      stop()
      reject(new Error('The tree was no longer wanted.'))
    })
  })
}

export function treeQuery(session: Session, trace: string | null) {
  return queryOptions({
    queryKey: ['tree', 'nodes', trace],
    queryFn: ({ signal }) => readTree(session, trace ?? '', signal),
    enabled: trace !== null,
    // Comparing a hundred thousand nodes with the last answer costs more than drawing them again.
    structuralSharing: false,
  })
}

/** Every node of the trace, in order; idle while `trace` is null. */
export function useTree(trace: string | null) {
  return useQuery(treeQuery(useSession(), trace))
}

export function statesQuery(session: Session, trace: string | null, seqs: readonly number[]) {
  return queryOptions({
    queryKey: ['tree', 'states', trace, seqs],
    queryFn: async ({ signal }): Promise<readonly StateView[]> => {
      const input = { trace: trace ?? '', seqs: [...seqs] }
      return (await session.call('tree.states', input, { signal })).states
    },
    enabled: trace !== null && seqs.length > 0,
  })
}

/** Complete locals and argument of at most 500 nodes; the last answer stays while the next is on its way. */
export function useStates(trace: string | null, seqs: readonly number[]) {
  return useQuery({
    ...statesQuery(useSession(), trace, seqs),
    placeholderData: (previous, query) => (query?.queryKey[2] === trace ? previous : undefined),
  })
}
