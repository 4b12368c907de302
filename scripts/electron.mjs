import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** Electron's binary when it is on this machine, else null; it is never downloaded unasked. */
export function electronBinary() {
  const folder = join(root, 'node_modules', 'electron')
  try {
    const binary = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

/** Whether a window can be shown: only Linux can lack a display. */
export function hasDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}
