import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { expectSound } from './expectations.ts'
import { ndw, temporaryFolder } from './ndw.ts'

/**
 * A folder for one test file with a store that holds one trace, of `good.py`. When the file's tests are over, the
 * store must still be sound.
 */
export function prepareStore(name: string) {
  const folder = temporaryFolder(name)
  const store = join(folder.path, 'workspace.db')
  const path = (file: string): string => join(folder.path, file)
  const write = (file: string, text: string): string => {
    writeFileSync(path(file), text)
    return path(file)
  }
  beforeAll(async () => {
    const good = write('good.py', 'def f(x):\n    y = x + 1\n    return y\n\nprint(f(1))\n')
    expect((await ndw(['trace', good, '--store', store])).status).toBe(0)
  })
  afterAll(() => {
    expectSound(store)
    folder.remove()
  })
  return { folder: folder.path, store, path, write }
}
