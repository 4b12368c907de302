import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import type { ModelFolder } from '../../main/runtime/model-folder/types.ts'
import { SLOTS_FEATURES } from '../../shared/grammar/slots/features.ts'
import { CARD, writeFolder } from './small-models.ts'

export const BUDGET = { memory: 4e9 }

/** Model folders of a test, in a folder that goes with it. */
export function modelFolders() {
  const home = mkdtempSync(join(tmpdir(), 'ndw-model-folders-'))
  let made = 0
  return {
    home,
    remove: () => rmSync(home, { recursive: true, force: true }),
    newFolder: (parts: Parameters<typeof writeFolder>[1] = {}): string => {
      made += 1
      return writeFolder(join(home, `m${made}`), parts)
    },
  }
}

/** What is said of a folder that is refused. */
export async function errorOf(folder: string, memory = BUDGET.memory): Promise<string> {
  const read = await readModelFolder(folder, { memory })
  return read.ok ? 'taken' : read.error
}

export async function folderOf(folder: string, memory = BUDGET.memory): Promise<ModelFolder> {
  const read = await readModelFolder(folder, { memory })
  if (!read.ok) throw new Error(read.error)
  return read.value
}

export const FEATURES = { features: SLOTS_FEATURES.id }
/** A workbench.json that has the codec fill the input `aux`. */
export const cardWith = (aux: unknown) => ({ ...CARD, inputs: { aux } })
