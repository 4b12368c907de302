/** The text of a Python source, or why it has none: what comes after the file's name in a sentence. */
export type DecodedSource =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** Decodes strictly: throws a RangeError for an encoding it does not know, a TypeError for bytes that are none. */
export type Decode = (bytes: Uint8Array, encoding: string) => string

// PEP 263; a second line counts only after a blank or a comment.
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/
const BLANK = /^[ \t\f]*(?:#.*)?$/
const LONGEST_HEAD = 1000
const UTF_8 = 'utf-8'
// Decoders of the Web take these for windows-1252, which differs from 0x80 to 0x9f.
const LATIN_1 = /^(?:latin-?1|iso-?8859-1|iso-latin-1|l1|cp819)$/

/** The text of a source in the encoding that its first lines name, UTF-8 where they name none. */
export function decodeSource(bytes: Uint8Array, decode: Decode): DecodedSource {
  const named = encodingOf(bytes)
  const encoding = named ?? UTF_8
  if (LATIN_1.test(encoding)) return { ok: true, text: bytesAsCharacters(bytes) }
  try {
    return { ok: true, text: decode(bytes, encoding) }
  } catch (error) {
    if (error instanceof RangeError) {
      return { ok: false, problem: `says that it is in ${encoding}, which is not known here` }
    }
    return { ok: false, problem: `is not ${encoding === UTF_8 ? 'UTF-8' : encoding} text` }
  }
}

/** As decoders of the Web call it; null where the source names none. */
function encodingOf(bytes: Uint8Array): string | null {
  const head = bytesAsCharacters(bytes.subarray(0, LONGEST_HEAD))
  const [first = '', second = ''] = head.split(/\r\n|\r|\n/)
  const cookie = COOKIE.exec(first) ?? (BLANK.test(first) ? COOKIE.exec(second) : null)
  const name = cookie?.[1]?.toLowerCase().replaceAll('_', '-')
  if (name === undefined) return null
  return /^utf-?8(?:-|$)/.test(name) ? UTF_8 : name
}

const CHUNK = 8192

function bytesAsCharacters(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  }
  return parts.join('')
}
