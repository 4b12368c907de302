import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The pinned Node that the npm package `node` installs; it is absent before the first set-up. */
export const nodeBinary = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** JavaScript file behind a package's command, so that no shell and no `.cmd` wrapper is needed. */
export function commandFile(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** A failure of the set-up, told in one sentence. */
export class SetUpError extends Error {}
