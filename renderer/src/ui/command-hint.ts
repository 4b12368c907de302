import { showKey } from './key-notation.ts'

/** Keys as a sentence has them: `F10 or n`; empty where there are none. */
export function keyWords(keys: readonly string[]): string {
  return keys.map(showKey).join(' or ')
}

/** The tooltip of what has keys: `Step over — F10 or n`, or why it is not possible where it is not. */
export function commandHint(
  name: string,
  keys: readonly string[],
  reason: string | null = null,
): string {
  if (reason !== null) return `${name} — not possible here: ${reason}`
  return keys.length === 0 ? name : `${name} — ${keyWords(keys)}`
}
