import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HostPort } from '../../main/host-port.ts'
import { forkChild } from '../../main/hosts/node/fork-child.ts'
import type { Store } from '../../main/store/store.ts'
import { openStore } from '../../main/workers/open-store.ts'

/** A folder of worker entries that run the sources as they are, and `more` in the writer: Node strips their types. */
export function sourceEntries(more = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'ndw-entries-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const entry of ['writer', 'reader']) {
    const source = pathToFileURL(resolve(import.meta.dirname, `../../main/workers/${entry}.ts`))
    const extra = entry === 'writer' ? more : ''
    writeFileSync(join(folder, `${entry}.js`), `import ${JSON.stringify(source.href)}\n${extra}`)
  }
  return folder
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ndw-store-'))
}

/** A real store: writer thread and reader processes over the file. */
export function openTestStore(storePath: string, entriesDir: string): Promise<Store> {
  mkdirSync(entriesDir, { recursive: true })
  const host: Pick<HostPort, 'fork'> = {
    fork: (entry, args) => forkChild(entriesDir, entry, args),
  }
  return openStore({ storePath, entriesDir }, host)
}
