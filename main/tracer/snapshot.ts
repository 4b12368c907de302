import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What an interpreter's memory is made of; absolute paths of folders. */
export interface SnapshotParts {
  readonly pyodideDir: string
  readonly tracerDir: string
  readonly sandboxDir: string
}

const RUNTIME_FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip']
const SNAPSHOT_FILE = 'interpreter.memory'
const KEY_FILE = 'interpreter.json'

/** Where a snapshot and what it was made of lie in their folder. */
export function snapshotFiles(folder: string): { readonly memory: string; readonly key: string } {
  return { memory: join(folder, SNAPSHOT_FILE), key: join(folder, KEY_FILE) }
}

/** The content of the key file of a snapshot with so many bytes, made of the parts as they are now. */
export async function snapshotKey(parts: SnapshotParts, bytes: number): Promise<string> {
  const modules = (await readdir(parts.tracerDir)).filter((name) => name.endsWith('.py')).sort()
  const files = [
    ...RUNTIME_FILES.map((name) => join(parts.pyodideDir, name)),
    ...modules.map((name) => join(parts.tracerDir, name)),
    join(parts.sandboxDir, 'runtime.mjs'),
  ]
  const hash = createHash('sha256').update(modules.join('\n'))
  for (const file of files) hash.update(await readFile(file))
  return `${JSON.stringify({ parts: hash.digest('hex'), bytes })}\n`
}

/** The snapshot in a folder that was made of these very parts; null where there is none, and interpreters begin anew. */
export async function findSnapshot(folder: string, parts: SnapshotParts): Promise<string | null> {
  const { memory, key } = snapshotFiles(folder)
  try {
    const { size } = await stat(memory)
    return (await readFile(key, 'utf8')) === (await snapshotKey(parts, size)) ? memory : null
  } catch {
    return null
  }
}
