import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type WritableDb } from '../../main/store/database.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from '../../main/store/migrations/list.ts'
import { openReader, openWorkspace, type Workspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import type { Store } from '../../main/store/store.ts'
import { runWrite } from '../../main/store/writes.ts'
import { openTestStore, sourceEntries } from './entries.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function openWritable(path: string): Promise<WritableDb> {
  const workspace = await openWorkspace(path)
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  return workspace.db
}

/** A closed workspace with one trace. */
async function workspaceWithTrace(folder = temporaryFolder()): Promise<string> {
  const path = join(folder, 'some.ndw')
  const db = await openWritable(path)
  runWrite(db, 'traceWhole', { head: headOf('one'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
  db.close()
  return path
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** The sentence a file is refused with; its bytes must be as before. */
async function refusalOf(path: string): Promise<string> {
  const before = existsSync(path) ? sha256(path) : null
  let opened: Workspace
  try {
    opened = await openWorkspace(path)
  } catch (error) {
    if (before !== null) expect(sha256(path)).toBe(before)
    const { message } = error as Error
    expect(message).toMatch(/^[^\n]+\.$/)
    return message
  }
  if (opened.kind === 'writable') opened.db.close()
  throw new Error(`${path} was opened`)
}

describe('a new workspace', () => {
  it('is made with its folders, marked as ours, and nothing is left beside it', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a', 'b', 'new.ndw')
    const db = await openWritable(path)
    expect(db.pragma('application_id')).toBe(APPLICATION_ID)
    expect(db.pragma('user_version')).toBe(SCHEMA_VERSION)
    db.close()
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['new.ndw'])
  })

  it('has the settings that keep what was acknowledged', async () => {
    const db = await openWritable(join(temporaryFolder(), 'new.ndw'))
    open.push(db)
    const settings = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'trusted_schema',
      'cell_size_check',
      'mmap_size',
      'busy_timeout',
    ]
    expect(settings.map((name) => [name, db.pragma(name)])).toEqual([
      ['journal_mode', 'wal'],
      ['synchronous', 2],
      ['foreign_keys', 1],
      ['trusted_schema', 0],
      ['cell_size_check', 1],
      ['mmap_size', 0],
      ['busy_timeout', 5000],
    ])
  })

  it('is refused where a file is in the way of its folder', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), 'x')
    expect(await refusalOf(join(folder, 'file', 'new.ndw'))).toContain('a file is in its way')
  })

  it('is refused beside the log of a lost one, which would be played into it', async () => {
    const path = join(temporaryFolder(), 'new.ndw')
    writeFileSync(`${path}-wal`, 'x')
    expect(await refusalOf(path)).toContain('-wal')
  })
})

describe('a file that is not a sound workspace is refused in a sentence', () => {
  it('an empty file', async () => {
    const path = join(temporaryFolder(), 'empty.ndw')
    writeFileSync(path, '')
    expect(await refusalOf(path)).toContain('empty file')
  })

  it('a text, a short file, a folder', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'text.ndw')
    writeFileSync(path, 'not a database '.repeat(100))
    expect(await refusalOf(path)).toContain('is not a workspace')
    writeFileSync(path, 'SQLite format 3\0')
    expect(await refusalOf(path)).toContain('is not a workspace')
    await expect(openWorkspace(folder)).rejects.toThrow('is a folder')
  })

  it("another program's database", async () => {
    const path = join(temporaryFolder(), 'other.db')
    const db = connect(path, { readonly: false })
    db.exec('CREATE TABLE t (x)')
    db.close()
    expect(await refusalOf(path)).toContain('another program')
  })

  it('a workspace whose tables were changed', async () => {
    const path = await workspaceWithTrace()
    const db = connect(path, { readonly: false })
    db.exec('CREATE TRIGGER t AFTER INSERT ON trace BEGIN DELETE FROM trace; END')
    db.close()
    expect(await refusalOf(path)).toContain('damaged')
  })

  it('a file cut in the middle', async () => {
    const path = await workspaceWithTrace()
    truncateSync(path, 4096 * 9 + 100)
    expect(await refusalOf(path)).toContain('damaged')
  })

  it('pages overwritten with noise', async () => {
    const original = readFileSync(await workspaceWithTrace())
    const path = join(temporaryFolder(), 'noise.ndw')
    for (let page = 1; page * 4096 < original.length; page += 3) {
      const bytes = Buffer.from(original)
      bytes.fill(0xa5, page * 4096, page * 4096 + 512)
      writeFileSync(path, bytes)
      const message = await refusalOf(path)
      expect(message).toContain('damaged')
      expect(message).toContain('backup')
    }
  })
})

describe('a workspace of a newer format', () => {
  it('opens for reading, with both formats named, and its bytes stay', async () => {
    const path = await workspaceWithTrace()
    const db = connect(path, { readonly: false })
    db.pragma('user_version = 90')
    db.close()
    const before = sha256(path)
    const store: Store = await openTestStore(path, sourceEntries(temporaryFolder()))
    open.push(store)
    expect(store.readOnlyReason).toContain('format 90')
    expect(store.readOnlyReason).toContain(`format ${SCHEMA_VERSION}`)
    const page = await store.read('tracePage', { where: '', sort: null, offset: 0, limit: 10 })
    expect(page.total).toBe(1)
    await expect(store.write('labelUndo', { act: null, at: 1 })).rejects.toThrow('newer version')
    await store.close()
    expect(sha256(path)).toBe(before)
  })
})

/** The folder's files as uid 65534 sees them; null when no process can be started as that user. */
function openAsNobody(path: string): Record<string, unknown> | null {
  const script = join(import.meta.dirname, 'open-as-nobody.ts')
  const child = spawnSync(process.execPath, [script, path], {
    uid: 65534,
    gid: 65534,
    encoding: 'utf8',
    env: {},
  })
  if (child.error !== undefined || child.status !== 0) return null
  return JSON.parse(child.stdout) as Record<string, unknown>
}

describe('a place that cannot be written', () => {
  it('shows a copy, with the reason', async (context) => {
    const folder = temporaryFolder()
    const path = await workspaceWithTrace(folder)
    chmodSync(folder, 0o555)
    const opened = process.getuid?.() === 0 ? openAsNobody(path) : null
    if (opened === null) return context.skip('needs root, to start a process as another user')
    expect(opened).toMatchObject({ kind: 'read-only', copied: true, traces: [headOf('one').trace] })
    expect(opened.reason).toContain('read-only')
    expect(opened.reason).toContain(path)
  })

  it('shows a copy of a file that alone is read-only, log included', async (context) => {
    if (process.getuid?.() !== 0)
      return context.skip('needs root, to start a process as another user')
    const folder = temporaryFolder()
    const path = await workspaceWithTrace(folder)
    // Left open: the second trace is in the log only.
    const db = await openWritable(path)
    open.push(db)
    runWrite(db, 'traceWhole', { head: headOf('two'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
    chmodSync(folder, 0o777)
    const opened = openAsNobody(path)
    if (opened === null) return context.skip('no process could be started as another user')
    expect(opened).toMatchObject({ kind: 'read-only', copied: true })
    expect(opened.traces).toHaveLength(2)
  })

  it('refuses to start a new workspace in a sentence', (context) => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    const opened = process.getuid?.() === 0 ? openAsNobody(join(folder, 'new.ndw')) : null
    if (opened === null) return context.skip('needs root, to start a process as another user')
    expect(opened.refused).toMatch(/^[^\n]+\.$/)
  })

  it('is an ordinary place for its owner', (context) => {
    if (process.getuid?.() !== 0)
      return context.skip('needs root, to start a process as another user')
    const folder = temporaryFolder()
    chownSync(folder, 65534, 65534)
    const opened = openAsNobody(join(folder, 'new.ndw'))
    if (opened === null) return context.skip('no process could be started as another user')
    expect(opened).toEqual({ kind: 'writable', reason: null, copied: false, traces: [] })
  })
})

describe('a full disk', () => {
  it('fails the write in a sentence, keeps what was acknowledged, and works again with room', async (context) => {
    const folder = mkdtempSync(join(temporaryFolder(), 'disk-'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1500k', 'tmpfs', folder])
    if (mounted.status !== 0) return context.skip('no small disk could be mounted')
    try {
      const path = join(folder, 'some.ndw')
      const db = await openWritable(path)
      const text = 'x'.repeat(20_000)
      let acknowledged = 0
      let failure = ''
      while (failure === '' && acknowledged < 1000) {
        const name = `trace ${acknowledged}`
        const batch = {
          ...SMALL_BATCH,
          outputs: [{ afterSeq: 0, stream: 'stdout' as const, text }],
        }
        try {
          runWrite(db, 'traceWhole', { head: headOf(name), batches: [batch], tail: SMALL_TAIL })
          acknowledged++
        } catch (error) {
          failure = (error as Error).message
        }
      }
      expect(failure).toMatch(/^The disk that holds .* is full, .*\.$/)
      expect(acknowledged).toBeGreaterThan(5)
      expect(reads.traceIds(db, { where: '' })).toHaveLength(acknowledged)
      expect(db.pragma('integrity_check')).toBe('ok')
      spawnSync('mount', ['-o', 'remount,size=20m', folder])
      runWrite(db, 'traceWhole', { head: headOf('last'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
      db.close()
      const reader = openReader(path)
      expect(reads.traceIds(reader, { where: '' })).toHaveLength(acknowledged + 1)
      reader.close()
    } finally {
      spawnSync('umount', [folder])
    }
  })

  it('refuses a new workspace in a sentence and leaves no part of it', async (context) => {
    const folder = join(temporaryFolder(), 'disk')
    mkdirSync(folder)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40k', 'tmpfs', folder])
    if (mounted.status !== 0) return context.skip('no small disk could be mounted')
    try {
      await expect(openWorkspace(join(folder, 'new.ndw'))).rejects.toThrow(/is full/)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true })
    }
  })
})
