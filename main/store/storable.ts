import { ServiceError } from '../../shared/rpc/wire.ts'

function refuse(what: string, path: string, why: string): never {
  throw new ServiceError('bad-input', `${what} was refused: ${path || 'its input'} ${why}.`)
}

function checkText(text: string, what: string, path: string): void {
  if (text.isWellFormed()) return
  const position = text.search(/\p{Surrogate}/u)
  refuse(
    what,
    path,
    `holds half of a surrogate pair at position ${position}, which no file can keep unchanged; write it as an escape`,
  )
}

function checkNumber(value: number, what: string, path: string): void {
  if (Number.isNaN(value)) refuse(what, path, 'is not a number')
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return
  refuse(what, path, `is ${value}, and only numbers within ±(2^53 − 1) are kept exactly`)
}

/**
 * The door of the store: every text anywhere in `input` is well-formed Unicode and every number is finite and
 * below 2^53, or the input is refused with the place named. Nothing is changed on the way in.
 */
export function requireStorable(input: unknown, what: string, path = ''): void {
  if (typeof input === 'string') checkText(input, what, path)
  if (typeof input === 'number') checkNumber(input, what, path)
  if (typeof input !== 'object' || input === null) return
  if (Array.isArray(input)) {
    for (let index = 0; index < input.length; index++) {
      const item: unknown = input[index]
      // The hot case, a column of small integers, builds no path.
      if (typeof item === 'number' && Number.isSafeInteger(item)) continue
      if (typeof item === 'string' && item.isWellFormed()) continue
      requireStorable(item, what, `${path}[${index}]`)
    }
    return
  }
  for (const [key, value] of Object.entries(input)) {
    requireStorable(value, what, path === '' ? key : `${path}.${key}`)
  }
}

/** The text with each half of a surrogate pair written as its escape, for messages that must be kept somehow. */
export function escapeSurrogates(text: string): string {
  return text.replace(
    /\p{Surrogate}/gu,
    (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
