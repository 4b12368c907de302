import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../main/tracer/temporary-folders.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ndw-sweep-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const YESTERDAY = new Date(Date.now() - 25 * 60 * 60 * 1000)

function leave(name: string, age = YESTERDAY): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'inner'), { recursive: true })
  utimesSync(path, age, age)
  return name
}

it('removes old folders of processes that are gone, and nothing else', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  leave(`ndw-sandbox-${gone}-abc123`)
  leave(`ndw-program-${gone}-ABC123`)
  const kept = [
    leave(`ndw-sandbox-${gone}-new123`, new Date()),
    leave(`ndw-sandbox-${process.pid}-own123`),
    leave(`ndw-sandbox-${process.ppid}-run123`),
    leave(`ndw-other-${gone}-abc123`),
    leave(`ndw-sandbox-${gone}-abc123-more`),
    leave('ndw-sandbox-abc123'),
  ]
  expect(await sweepTemporaryFolders()).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(kept.sort())
})

it('knows the folders that are made', async () => {
  const made = await makeTemporaryFolder('tests')
  utimesSync(made, YESTERDAY, YESTERDAY)
  expect(await sweepTemporaryFolders()).toBe(0)
  expect(existsSync(made)).toBe(true)
  expect(made).toMatch(new RegExp(`ndw-tests-${process.pid}-[A-Za-z0-9]{6}$`))
})
