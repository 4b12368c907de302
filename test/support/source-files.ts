import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface SourceFile {
  /** Path inside the project with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface Import {
  /** 1-based. */
  readonly line: number
  /** Path inside the project for a relative import, else the package or builtin as written. */
  readonly target: string
  readonly isRelative: boolean
  /** Written as `import type` or `export type`. */
  readonly isTypeOnly: boolean
}

/** Our TypeScript and JavaScript files under the named top-level folders. */
export function listSources(folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
      .filter((entry) => !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({
        path: relative(root, path).split(sep).join('/'),
        text: readFileSync(path, 'utf8'),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  )
}

/** The text with comments blanked out; line numbers stay. */
export function withoutComments(text: string): string {
  // Strings are matched first, so that `//` inside one is not taken for a comment.
  const pattern =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
  return text.replace(pattern, (found) =>
    found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found,
  )
}

const STATIC = /^[ \t]*(?:import|export)\b[^'"`;=()]*?\bfrom[ \t]*['"]([^'"]+)['"]/gm
const BARE = /^[ \t]*import[ \t]*['"]([^'"]+)['"]/gm
const CALLED = /\b(?:import|require|doMock|mock)\([ \t\n]*['"]([^'"]+)['"]/g

/** Every import of a file: static, re-exported, for its effect, and dynamic with a literal. */
export function importsOf(file: SourceFile): readonly Import[] {
  const text = withoutComments(file.text)
  return [STATIC, BARE, CALLED]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((found) => {
      const written = found[1] ?? ''
      const at = found.index + found[0].lastIndexOf(written)
      const isRelative = written.startsWith('.')
      return {
        line: text.slice(0, at).split('\n').length,
        target: isRelative ? posix.join(posix.dirname(file.path), written) : written,
        isRelative,
        isTypeOnly: /^\s*(?:import|export)\s+type\b/.test(found[0]),
      }
    })
    .sort((a, b) => a.line - b.line)
}
