import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { exports as exportsContract } from '../../shared/contract/exports.ts'
import { checkTarget } from '../jobs/export/folder.ts'
import { exportKind } from '../jobs/kinds/export.ts'
import type { Area } from './area.ts'

export const exportHandlers: Area<typeof exportsContract> = ({ config, store, jobs }) => ({
  'export.start': async (input) => {
    await checkTarget(input.directory)
    return { job: await jobs.start(exportKind, input) }
  },
  'export.page': (input, { signal }) => store.read('exportPage', input, { signal }),
  'export.suggest': () => ({ directory: freeFolder(join(dirname(config.storePath), 'exports')) }),
})

/** `export-1`, `export-2` …: the first that is not there yet. */
function freeFolder(parent: string): string {
  for (let number = 1; ; number++) {
    const folder = join(parent, `export-${number}`)
    if (!existsSync(folder)) return folder
  }
}
