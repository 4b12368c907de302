import { visibleToken } from '../draw/token-rows.ts'
import type { StripToken } from '../draw/token-strip.ts'
import { formatProbability } from './format.ts'
import { ROLE_WORDS } from './role-words.ts'

const SPOKEN: Readonly<Record<string, string>> = {
  '': 'part of a character',
  ' ': 'space',
  '\n': 'line break',
  '\t': 'tab',
}

/** A token's text for a screen reader, which passes over spaces and breaks of lines. */
export function spokenToken(text: string): string {
  return SPOKEN[text] ?? visibleToken(text)
}

/** What a token tells: the variable and the role, or that it could not be read. */
export function partWords({ role, variable }: Pick<StripToken, 'role' | 'variable'>): string {
  if (role === null) return 'not read'
  return variable === null ? ROLE_WORDS[role] : `${variable}, ${ROLE_WORDS[role]}`
}

/** How likely a token was, in words. */
export function probabilityWords({ probability }: Pick<StripToken, 'probability'>): string {
  return probability === null ? 'no probability told' : formatProbability(probability)
}
