/**
 * Program text may hold what looks like a token. In code, source lines and operands `<|` becomes `<\|` and `<\`
 * becomes `<\\`; in JSON strings `<|` becomes `\u003c|`. So `<|` in an encoded text always begins a token.
 */
export function escapeRaw(text: string): string {
  return text.replace(/<([|\\])/g, '<\\$1')
}

/** Undoes `escapeRaw`; text in which no `<\` stands alone. */
export function unescapeRaw(text: string): string {
  return text.replace(/<\\([|\\])/g, '<$1')
}

/** Position of a `<\` that escapes nothing, or -1. */
export function findBadEscape(text: string): number {
  for (const { index, 1: escaped } of text.matchAll(/<\\([|\\]?)/g)) {
    if (escaped === '') return index
  }
  return -1
}

export function jsonString(text: string): string {
  return JSON.stringify(text).replaceAll('<|', '\\u003c|')
}

/** The name under which unchanged locals are omitted. */
export const OMITTED = '..'

/** A variable may really be called `..`, or a value look so; it and its look-alikes get one more backslash. */
export function escapeName(name: string): string {
  return /^\.\.\\*$/.test(name) ? `${name}\\` : name
}

export function unescapeName(text: string): string {
  return /^\.\.\\+$/.test(text) ? text.slice(0, -1) : text
}
