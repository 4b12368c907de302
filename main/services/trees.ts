import { setTimeout } from 'node:timers/promises'
import { PAGE_LIMIT } from '../../shared/contract/common.ts'
import { STATES_WEIGHT, type trees } from '../../shared/contract/trees.ts'
import type { Area } from './area.ts'

/** How often a trace that is still recorded is looked at for more events. */
const LOOK_AGAIN_MS = 300

export const treeHandlers: Area<typeof trees> = ({ store }) => ({
  'tree.nodes': async ({ trace }, emit, { signal, drained }) => {
    let isWhole = false
    for (let from = 0; !signal.aborted; ) {
      const chunk = await store.read('treeNodes', { trace, from, limit: PAGE_LIMIT }, { signal })
      if (chunk.close.length > 0) emit(chunk)
      from += chunk.close.length
      if (chunk.close.length === PAGE_LIMIT) await drained()
      else if (isWhole) return
      else {
        const { recording } = await store.read('traceSource', { trace }, { signal })
        // Once more: events may have come between the two reads.
        isWhole = !recording
        if (recording) await setTimeout(LOOK_AGAIN_MS)
      }
    }
  },
  'tree.states': async (input, { signal }) => ({
    states: await store.read('treeStates', { ...input, weight: STATES_WEIGHT }, { signal }),
  }),
  'tree.writes': (input, { signal }) => store.read('treeWrites', input, { signal }),
  'tree.writeOrigin': (input, { signal }) => store.read('treeWriteOrigin', input, { signal }),
  'tree.findDifference': async (input, { signal }) => ({
    offset: await store.read('treeFindDifference', input, { signal }),
  }),
  'tree.findStop': async (input, { signal }) => ({
    seq: await store.read('treeFindStop', input, { signal }),
  }),
})
