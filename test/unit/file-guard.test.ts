import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileGuard } from '../../main/store/file-check.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ndw-guard-'))
  path = join(folder, 'a.ndw')
  writeFileSync(path, 'one')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the guard of an open file', () => {
  it('lets through what the file itself becomes, and the same file put back', () => {
    const guard = fileGuard(path)
    guard()
    writeFileSync(path, 'more than before')
    guard()
    const aside = join(folder, 'aside')
    renameSync(path, aside)
    expect(guard).toThrow(`The workspace file ${path} was removed while it was open`)
    renameSync(aside, path)
    guard()
  })

  it('refuses another file in its place, whatever that holds', () => {
    const guard = fileGuard(path)
    const other = join(folder, 'other')
    copyFileSync(path, other)
    renameSync(other, path)
    expect(guard).toThrow(
      'was replaced by another while it was open, so nothing of this was written',
    )
  })
})
