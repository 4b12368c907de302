import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makePartial, publish } from '../../main/jobs/export/folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'ndw-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the folder of an export', () => {
  it('is made with those above it, and gets its name at the end', async () => {
    const directory = join(folder, 'a', 'b', 'c')
    const partial = await makePartial(directory, 'k_1')
    writeFileSync(join(partial, 'rows'), 'x')
    expect(existsSync(directory)).toBe(false)
    await publish(partial, directory)
    expect(existsSync(join(directory, 'rows'))).toBe(true)
  })

  it('may be an empty one that is there', async () => {
    const directory = join(folder, 'empty')
    mkdirSync(directory)
    await publish(await makePartial(directory, 'k_2'), directory)
    expect(existsSync(directory)).toBe(true)
  })

  it.each([
    ['a path below a file', join(folder, 'file', 'x', 'y'), /lies below one/],
    ['a folder that holds something', folder, /not empty/],
    ['a relative path', 'export', /not an absolute path/],
  ])('is refused for %s', async (_what, directory, sentence) => {
    writeFileSync(join(folder, 'file'), '')
    await expect(makePartial(directory, 'k_3')).rejects.toThrow(sentence)
  })

  it.skipIf(process.platform !== 'linux')(
    'is refused where no folder can be, at once',
    async () => {
      await expect(makePartial('/proc/none/such', 'k_4')).rejects.toThrow(/cannot be written/)
    },
  )
})
