import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'
import { isAlive } from './processes.mjs'

const LOCK = join(root, 'dist', '.setup-lock')
const CHECK_MS = 100

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code
}

/** The process that holds the lock; 0 when it was just released. */
function readOwner() {
  try {
    return Number(readFileSync(LOCK, 'utf8'))
  } catch {
    return 0
  }
}

/**
 * Two commands started together set up once: the second waits for the first. A lock whose owner is gone is
 * taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true })
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const owner = readOwner()
    if (owner > 0 && !isAlive(owner)) rmSync(LOCK, { force: true })
    else await sleep(CHECK_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}
