import { inQuotes } from '../../shared/base/words.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

/** Ends a check with the one sentence that the user reads. */
export function refuse(sentence: string): never {
  throw new ServiceError('bad-input', sentence)
}

/** What a file says, short and in quotes, as it may say anything. */
export function quoted(text: string): string {
  return inQuotes(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
