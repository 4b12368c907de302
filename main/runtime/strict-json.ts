import { quoted, refuse } from './refuse.ts'

const MOST_LEVELS = 200
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON of others: UTF-8, at most 200 levels, no key twice, and none that would reach into objects, but where
 * `freeKeys` names the place: `model.vocab`. Refuses the rest with the file's name.
 */
export function parseStrict(bytes: Uint8Array, file: string, freeKeys: string | null): unknown {
  const text = textOf(bytes, file)
  checkShape(text, file, freeKeys)
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** The same, which must be an object. */
export function parseObject(
  bytes: Uint8Array,
  file: string,
  freeKeys: string | null = null,
): Readonly<Record<string, unknown>> {
  const value = parseStrict(bytes, file, freeKeys)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(`${file} is no JSON object.`)
  }
  return value as Readonly<Record<string, unknown>>
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse(`${file} is not UTF-8.`)
  }
}

/** An object or list that is open. */
interface Level {
  /** Of an object. */
  readonly keys: Set<string> | null
  readonly path: string
  /** The key whose value comes next. */
  key: string
}

/** One pass over brackets and keys, before anything is built of them; what is no JSON is left to the parser. */
function checkShape(text: string, file: string, freeKeys: string | null): void {
  const levels: Level[] = []
  let isKeyDue = false
  const enter = (isObject: boolean): void => {
    if (levels.length === MOST_LEVELS) {
      refuse(`${file} nests more than ${MOST_LEVELS} levels of lists and objects.`)
    }
    const top = levels.at(-1)
    const path = top === undefined ? '' : `${top.path === '' ? '' : `${top.path}.`}${top.key}`
    levels.push({ keys: isObject ? new Set() : null, path, key: '' })
    isKeyDue = isObject
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const end = endOfString(text, at)
      const top = levels.at(-1)
      if (isKeyDue && top?.keys != null) {
        top.key = addKey(top.keys, text.slice(at, end), { file, isFree: top.path === freeKeys })
      }
      isKeyDue = false
      at = end - 1
    } else if (code === 0x7b || code === 0x5b) enter(code === 0x7b)
    else if (code === 0x7d || code === 0x5d) {
      levels.pop()
      isKeyDue = false
    } else if (code === 0x2c) isKeyDue = levels.at(-1)?.keys != null
  }
}

/** Behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let slashes = quote
    while (text.charCodeAt(slashes - 1) === 0x5c) slashes--
    at = quote
    if ((quote - slashes) % 2 === 0) return quote + 1
  }
}

function addKey(
  keys: Set<string>,
  written: string,
  { file, isFree }: { readonly file: string; readonly isFree: boolean },
): string {
  const key = written.includes('\\') ? unescaped(written, file) : written.slice(1, -1)
  if (keys.has(key)) refuse(`${file} has the key ${quoted(key)} twice in one object.`)
  if (!isFree && FORBIDDEN.has(key)) refuse(`${file} has the key ${quoted(key)}, which is refused.`)
  keys.add(key)
  return key
}

function unescaped(written: string, file: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    return refuse(`${file} is not JSON: the key ${quoted(written)} cannot be read.`)
  }
}
