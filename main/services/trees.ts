import { PAGE_LIMIT } from '../../shared/contract/common.ts'
import type { trees } from '../../shared/contract/trees.ts'
import type { Area } from './area.ts'

export const treeHandlers: Area<typeof trees> = ({ store }) => ({
  'tree.nodes': async ({ trace }, emit, { signal, drained }) => {
    for (let from = 0; !signal.aborted; from += PAGE_LIMIT) {
      const chunk = await store.read('treeNodes', { trace, from, limit: PAGE_LIMIT }, { signal })
      if (chunk.close.length > 0) emit(chunk)
      if (chunk.close.length < PAGE_LIMIT) return
      await drained()
    }
  },
  'tree.states': async (input, { signal }) => ({
    states: await store.read('treeStates', input, { signal }),
  }),
})
