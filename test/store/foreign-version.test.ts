import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { runWrite } from '../../main/store/writes.ts'
import { temporaryFolder } from './folders.ts'
import { jobRow, SELF } from './samples.ts'

async function open(path: string): Promise<WritableDb> {
  const workspace = await openWorkspace(path)
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  return workspace.db
}

function addJob(db: WritableDb, id: string): void {
  runWrite(db, 'jobAdd', { row: jobRow(id), input: {}, owner: SELF })
}

it('tells the writes of another connection from our own', async () => {
  const path = join(temporaryFolder(), 'some.ndw')
  const ours = await open(path)
  const theirs = await open(path)
  const version = (): number => runWrite(ours, 'foreignVersion', {})
  const start = version()
  addJob(ours, 'k_1')
  expect(version()).toBe(start)
  addJob(theirs, 'k_2')
  const after = version()
  expect(after).not.toBe(start)
  addJob(ours, 'k_3')
  expect(version()).toBe(after)
  theirs.close()
  ours.close()
})
