import { RE2JS } from 're2js'

/** Characters of a pattern; its automaton grows with it. */
const MAX_PATTERN = 500
/** Parts of the automaton; a text is gone through once for each at worst. */
const MAX_PARTS = 2000
const MOST_KEPT = 50
const compiled = new Map<string, RE2JS>()

/** The pattern made ready, once for the many rows that it is asked of. */
function ready(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = RE2JS.compile(pattern)
  if (compiled.size >= MOST_KEPT) compiled.clear()
  compiled.set(pattern, made)
  return made
}

/** Why a text is no regular expression, as the end of a sentence; null where it is one. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) return `it is longer than ${MAX_PATTERN} characters`
  try {
    const isLarge = ready(pattern).programSize() > MAX_PARTS
    return isLarge ? 'its repetitions make it too large' : null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unknown'
  }
}

/**
 * Whether a regular expression is found anywhere in a text. The engine is RE2's: without back references and
 * look-around, and so in a time that grows with the text and never beyond it.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  return ready(pattern).matcher(text).find()
}
