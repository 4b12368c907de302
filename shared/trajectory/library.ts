import type { StateNode } from '../tree/node.ts'
import type { SourceIndex } from './source-index.ts'

const FOLDERS = new Set(['site-packages', 'dist-packages', 'vendor', '_vendor', 'third_party'])

/** Whether a path is of a file that the program's author did not write: installed, vendored, or Python's own. */
export function isLibraryPath(path: string): boolean {
  const folders = path.split(/[\\/]/)
  if (path.startsWith('<frozen ')) return true
  return folders.some(
    (folder, at) =>
      FOLDERS.has(folder) || (folder === 'lib' && /^python3(\.\d+)?$/i.test(folders[at + 1] ?? '')),
  )
}

const known = new WeakMap<SourceIndex, readonly boolean[]>()

/** Whether a state is in a library; where a program is its trace's only file none is. */
export function isInLibrary(sources: SourceIndex, { file }: StateNode): boolean {
  if (file === undefined || sources.paths === undefined) return false
  const libraries = known.get(sources) ?? sources.paths.map(isLibraryPath)
  known.set(sources, libraries)
  return libraries[file] ?? false
}
