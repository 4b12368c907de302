import type Sqlite from 'better-sqlite3'
import { matchesPattern } from '../../../shared/query/patterns.ts'
import { foldText, listOf, textLength } from '../../../shared/query/texts.ts'
import { boolOf, lengthOf, numberOf, stringOf } from '../../../shared/query/values.ts'
import type { Value } from '../../../shared/trace/event.ts'

type Argument = string | number | null

function valueFrom(text: Argument, size: Argument, type: Argument, digest: Argument): Value {
  const value = { text: String(text), size: Number(size), type: String(type) }
  return digest === null ? value : { ...value, digest: String(digest) }
}

/** A function of a value's columns `text, size, type, digest`; NULL without a value. */
function ofValue(of: (value: Value) => number | string | boolean | null) {
  return (text: Argument, size: Argument, type: Argument, digest: Argument): Argument => {
    if (text === null) return null
    const result = of(valueFrom(text, size, type, digest))
    return typeof result === 'boolean' ? Number(result) : result
  }
}

function ofTexts(of: (a: string, b: string) => boolean) {
  return (a: Argument, b: Argument): Argument =>
    a === null || b === null ? null : Number(of(String(a), String(b)))
}

/** SQL functions by name: the very functions of the evaluation in memory, so that both agree on every letter. */
const FUNCTIONS: Readonly<Record<string, (...given: Argument[]) => Argument>> = {
  fold: (text = null) => (text === null ? null : foldText(String(text))),
  text_length: (text = null) => (text === null ? null : textLength(String(text))),
  text_starts: ofTexts((text, start) => text.startsWith(start)) as never,
  text_ends: ofTexts((text, end) => text.endsWith(end)) as never,
  text_matches: ofTexts(matchesPattern) as never,
  is_line_of: ofTexts((line, lines) => listOf(lines).includes(line)) as never,
  value_number: ofValue(numberOf) as never,
  value_string: ofValue(stringOf) as never,
  value_bool: ofValue(boolOf) as never,
  value_length: ofValue(lengthOf) as never,
}

/** Gives a connection what compiled queries call. */
export function addQueryFunctions(driver: Sqlite.Database): void {
  for (const [name, of] of Object.entries(FUNCTIONS)) {
    driver.function(name, { deterministic: true, varargs: true }, of as never)
  }
}
