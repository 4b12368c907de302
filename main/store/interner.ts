import { createHash } from 'node:crypto'
import type { Value } from '../../shared/trace/event.ts'
import type { WritableDb } from './database.ts'
import { wholeNumberKey } from './whole-numbers.ts'

/** Entries of one generation of a cache. */
const VALUES_KEPT = 30_000
const NAMES_KEPT = 10_000
/** Longer texts are looked up by hash alone, so that the cache's size stays bounded. */
const LONGEST_KEPT = 200

/** Bytes of a SHA-256 that identify a value in the file. */
const HASH_BYTES = 16

/** Of two texts that are cut alike and equally long only the digests differ. */
function hashOf({ text, size, type, digest }: Value): Uint8Array {
  const end = digest === undefined ? '' : `#${digest}`
  const hash = createHash('sha256')
    .update(`${type.length}:${type}${size}${end}:${text}`, 'utf8')
    .digest()
  return hash.subarray(0, HASH_BYTES)
}

/**
 * Keys of what was used lately, in two generations: a full young one becomes the old one, and what is found in the
 * old one is young again. Nothing is deleted one by one, which would make a Map slow to iterate.
 */
class KeyCache {
  private young = new Map<string, number>()
  private old = new Map<string, number>()
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get(text: string): number | undefined {
    const key = this.young.get(text)
    if (key !== undefined) return key
    const aged = this.old.get(text)
    if (aged !== undefined) this.set(text, aged)
    return aged
  }

  set(text: string, key: number): void {
    if (this.young.size >= this.limit) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(text, key)
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
  }
}

/** Stores each value and each name once and answers with its key; whole numbers are their own keys. */
export class Interner {
  private readonly db: WritableDb
  private readonly values = new KeyCache(VALUES_KEPT)
  private readonly names = new KeyCache(NAMES_KEPT)

  constructor(db: WritableDb) {
    this.db = db
  }

  valueKey(value: Value): number {
    return wholeNumberKey(value) ?? this.rowKey(value)
  }

  /** Key of a row of the value table, for whole numbers too. */
  rowKey(value: Value): number {
    const { text, size, type, digest = '' } = value
    const short = text.length <= LONGEST_KEPT
    const cacheKey = short ? `${type}\n${size}${digest}\n${text}` : ''
    const kept = short ? this.values.get(cacheKey) : undefined
    if (kept !== undefined) return kept
    const key = this.storedValue(value)
    if (short) this.values.set(cacheKey, key)
    return key
  }

  private storedValue(value: Value): number {
    const hash = hashOf(value)
    const { text, size, type, digest = null } = value
    const info = this.db
      .prepare(
        'INSERT OR IGNORE INTO value (hash, text, size, type, digest) VALUES (?, ?, ?, ?, ?)',
      )
      .run(hash, text, size, type, digest)
    if (info.changes === 1) return Number(info.lastInsertRowid)
    const record = this.db.prepare('SELECT value_key FROM value WHERE hash = ?').get(hash)
    return (record as { value_key: number }).value_key
  }

  nameKey(text: string): number {
    const kept = this.names.get(text)
    if (kept !== undefined) return kept
    const info = this.db.prepare('INSERT OR IGNORE INTO name (text) VALUES (?)').run(text)
    const key =
      info.changes === 1
        ? Number(info.lastInsertRowid)
        : (
            this.db.prepare('SELECT name_key FROM name WHERE text = ?').get(text) as {
              name_key: number
            }
          ).name_key
    this.names.set(text, key)
    return key
  }

  /** After a rollback the keys of that transaction mean nothing any more. */
  forget(): void {
    this.values.clear()
    this.names.clear()
  }
}
