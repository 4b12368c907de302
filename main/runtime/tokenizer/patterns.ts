/**
 * Patterns by which tokenizers in use split texts. A pattern of a stranger can take ages on a text that is made for
 * it, so that only these are taken, and those that repeat nothing.
 */
const CONTRACTIONS = [
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)",
  '(?i:[sdmt]|ll|ve|re)',
  "'(?i:[sdmt]|ll|ve|re)",
  "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])",
]
const REST = [
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s+(?!\\S)|\\s+',
]
const DIGITS = ['\\p{N}{1,3}', '\\p{N}{1}', '\\p{N}', '\\p{N}+']
const UPPER = '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}'
const LOWER = '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}'
const BEFORE = '[^\\r\\n\\p{L}\\p{N}]?'

/** GPT-2 and those after it, with the ways they write contractions, numbers and the rest. */
function* families(): Generator<string> {
  yield "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
  for (const digits of DIGITS) {
    for (const rest of REST) {
      for (const contraction of CONTRACTIONS) {
        yield `${contraction}|${BEFORE}\\p{L}+|${digits}|${rest}`
        yield `${contraction}|${BEFORE}+\\p{L}+|${digits}|${rest}`
        yield `${BEFORE}[${UPPER}]*[${LOWER}]+${contraction}?|${BEFORE}[${UPPER}]+[${LOWER}]*${contraction}?|${digits}|${rest}`
      }
      yield `${BEFORE}[${UPPER}]*[${LOWER}]+|${BEFORE}[${UPPER}]+[${LOWER}]*|${digits}|${rest}`
    }
  }
  yield* [
    '\\s?\\p{L}+',
    '\\s?\\p{P}+',
    '\\s+$',
    '\\s+',
    '[一-龥ࠀ-一가-퟿]+',
    ' {2,}',
    '\\n+',
    '\\d+',
  ]
}

const KNOWN: ReadonlySet<string> = new Set(families())

function isQuick(pattern: string): boolean {
  return (
    KNOWN.has(pattern) ||
    (pattern.length <= 1000 && !/[*+?{]/.test(pattern.replaceAll(/\\p\{\w+\}|\\.|\(\?:/g, '')))
  )
}

/** The first pattern anywhere in a tokenizer.json that is none of those; null where all are. */
export function unknownPattern(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    if (key === 'vocab' || key === 'merges') continue
    if (key === 'Regex' && typeof part === 'string' && !isQuick(part)) return part
    const found = unknownPattern(part)
    if (found !== null) return found
  }
  return null
}
