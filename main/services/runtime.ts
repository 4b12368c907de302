import type { runtime } from '../../shared/contract/runtime.ts'
import { selfTest } from '../runtime/local/provider-list.ts'
import { type Area, untilAborted } from './area.ts'

/** The model folders of this machine while they run. */
export const runtimeHandlers: Area<typeof runtime> = ({ engines, local }) => ({
  'runtime.follow': async (_, emit, { signal }) => {
    const stop = local.follow(emit)
    await untilAborted(signal)
    stop()
  },
  'runtime.load': async ({ model }, emit, { signal }) => {
    const folder = await engines.folder(model)
    const stop = local.follow(emit)
    try {
      await local.source.load(folder, signal)
    } finally {
      stop()
    }
  },
  'runtime.eject': async () => {
    await local.loaded.eject()
    return {}
  },
  'runtime.selfTest': async (_, emit) => {
    const { rows, text } = await selfTest(local.providers)
    emit({ rows: [...rows], text })
  },
})
