import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { forkChild } from '../../main/hosts/node/fork-child.ts'
import type { Store } from '../../main/store/store.ts'
import { openStore } from '../../main/workers/open-store.ts'

/**
 * Fills a folder with worker entries that run the sources as they are, and `more` in the writer: Node strips their
 * types. Answers with the folder.
 */
export function sourceEntries(folder: string, more = ''): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const entry of ['writer', 'reader', 'hand']) {
    const source = pathToFileURL(resolve(import.meta.dirname, `../../main/workers/${entry}.ts`))
    const extra = entry === 'writer' ? more : ''
    writeFileSync(join(folder, `${entry}.js`), `import ${JSON.stringify(source.href)}\n${extra}`)
  }
  return folder
}

/** A real store: writer thread and reader processes over the file. */
export function openTestStore(storePath: string, entriesDir: string): Promise<Store> {
  return openStore(
    { storePath, entriesDir },
    { fork: (entry, args) => forkChild(entriesDir, entry, args) },
  )
}
