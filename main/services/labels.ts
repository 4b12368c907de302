import type { labels } from '../../shared/contract/labels.ts'
import type { Area } from './area.ts'

export const labelHandlers: Area<typeof labels> = ({ store, announce }) => ({
  'label.set': async (input) => {
    const result = await store.write('labelSet', { ...input, at: Date.now() })
    if (result.act !== null) announce({ area: 'label', id: input.trajectory })
    return result
  },
  'label.undo': async ({ act }) => {
    const result = await store.write('labelUndo', { act, at: Date.now() })
    if (result.undone !== null) announce({ area: 'label', id: result.undone.trajectory })
    return result
  },
  'label.ofTrace': async (input, { signal }) => ({
    labels: await store.read('labelsOfTrace', input, { signal }),
  }),
  'label.recent': async (input, { signal }) => ({
    acts: await store.read('labelRecent', input, { signal }),
  }),
})
