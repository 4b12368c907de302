import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { hasStackTrace, type NdwResult } from './ndw.ts'

/** Every failure is plain sentences on stderr, and the store stays sound. */
export function expectPlain(result: NdwResult, status: number, sentence: RegExp): void {
  expect(result.stderr).toMatch(sentence)
  expect(hasStackTrace(result.stderr)).toBe(false)
  expect(result.status).toBe(status)
}

/** The file is sound, and nothing in it is half recorded. */
export function expectSound(file: string): void {
  const db = new Database(file, { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(db.prepare("SELECT count(*) AS n FROM trace WHERE state = 'recording'").get()).toEqual({
    n: 0,
  })
  db.close()
}
