import { err, ok, type Result } from '../base/result.ts'

/** A checked field, or what is wrong with it in words. */
export type Check<T> = Result<T, string>

/** What keeps a value from being a safe integer within [low, high], or null. */
export function rangeProblem(
  value: unknown,
  name: string,
  low: number,
  high: number,
): string | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || Object.is(value, -0)) {
    return `its ${name} is not an integer`
  }
  return value < low || value > high ? `its ${name} ${value} is out of range` : null
}

/** A safe integer within [low, high]. */
export function asInteger(value: unknown, name: string, low: number, high: number): Check<number> {
  const problem = rangeProblem(value, name, low, high)
  return problem === null ? ok(value as number) : err(problem)
}

/** The id that must come next: ids count up by one, so no table can be made sparse or rewritten. */
export function asId(value: unknown, next: number): Check<number> {
  if (value !== next) return err(`its id is not ${next}`)
  return ok(next)
}

/** Well-formed Unicode of at most `limit` code points. */
export function asText(value: unknown, name: string, limit: number): Check<string> {
  if (typeof value !== 'string') return err(`its ${name} is not text`)
  const isTooLong =
    value.length > limit && (value.length > 2 * limit || codePointCount(value) > limit)
  if (isTooLong) return err(`its ${name} is longer than ${limit} characters`)
  if (hasLoneSurrogate(value)) return err(`its ${name} holds half of a surrogate pair`)
  return ok(value)
}

export function asOneOf<T extends string>(
  value: unknown,
  name: string,
  allowed: readonly T[],
): Check<T> {
  const found = allowed.find((candidate) => candidate === value)
  return found === undefined ? err(`its ${name} is unknown`) : ok(found)
}

export function asNullable<T>(value: unknown, read: (value: unknown) => Check<T>): Check<T | null> {
  return value === null ? ok(null) : read(value)
}

/** All values, or the first problem. */
export function checkAll<T>(checks: readonly Check<T>[]): Check<readonly T[]> {
  const values: T[] = []
  for (const check of checks) {
    if (!check.ok) return check
    values.push(check.value)
  }
  return ok(values)
}

/** An object with exactly these keys, as a null-prototype copy. */
export function fieldsOf<K extends string>(
  value: unknown,
  keys: readonly K[],
): Check<Record<K, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return err('its body is not an object')
  }
  const found = Object.keys(value)
  if (found.length !== keys.length) return err(`its body has ${found.length} fields`)
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of keys) {
    if (!Object.hasOwn(value, key)) return err(`its body lacks ${key}`)
    copy[key] = (value as Record<string, unknown>)[key]
  }
  return ok(copy as Record<K, unknown>)
}

/** Deepest nesting of brackets outside strings; counted without parsing. */
export function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isInString) {
      if (code === 0x5c) at++
      else if (code === 0x22) isInString = false
    } else if (code === 0x22) isInString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) deepest = depth
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return deepest
}

const LONE_SURROGATE = /\p{Surrogate}/u

function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text)
}

/** Characters as Python counts them. */
export function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
