/** An integer with thousands separators: `1,204`. Without Intl, whose first use takes a browser tens of milliseconds. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 trace`, `1,204 traces`. */
export function formatNoun(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Milliseconds as people say them: `80 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** Bytes in units of 1000: `812 B`, `3.4 kB`, `12 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

function escapeOf(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** A text in quotes, in which what cannot be seen, or would turn the order of the rest round, is told by number. */
export function inQuotes(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeOf)
}

/** What somebody else said, ended as a sentence. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

const SCOPES = [
  ['includeFiles', 'only the files'],
  ['excludeFiles', 'not the files'],
  ['includeFunctions', 'only the functions'],
  ['excludeFunctions', 'not the functions'],
] as const

/** The globs that narrow what is recorded: `only the files src/*; not the functions main`; null where none do. */
export function scopeWords(
  scope: Readonly<Record<(typeof SCOPES)[number][0], readonly string[]>>,
): string | null {
  const parts = SCOPES.flatMap(([name, words]) =>
    scope[name].length === 0 ? [] : [`${words} ${scope[name].join(', ')}`],
  )
  return parts.length === 0 ? null : parts.join('; ')
}

const TEST = 'pytest '

/** What a list calls a program, of a row as it came: a test by its pytest name, as all tests of a file are of one program. */
export function programTitle(program: unknown, entry: unknown): string {
  const isTest = typeof entry === 'string' && entry.startsWith(TEST)
  return isTest ? `${program}::${entry.slice(TEST.length)}` : `${program}`
}

/** More of what was written by hand would bury what a sentence says of it. */
const MOST_QUOTED = 60

/** A text within quotes, of which a long one is cut. */
export function quoted(text: string): string {
  const letters = [...text]
  return letters.length > MOST_QUOTED
    ? `${JSON.stringify(letters.slice(0, MOST_QUOTED).join('')).slice(0, -1)}…"`
    : JSON.stringify(text)
}
