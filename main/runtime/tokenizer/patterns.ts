/**
 * By which patterns a tokenizer.json may split texts. That of a stranger can take ages on a text made for it, so that
 * two kinds are taken: those of tokenizers in use, and those in which every alternative repeats at most what it ends
 * with, so that it never goes back over what it read.
 */
const CONTRACTIONS = [
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)",
  '(?i:[sdmt]|ll|ve|re)',
  "'(?i:[sdmt]|ll|ve|re)",
  "'(?:[sdmt]|ll|ve|re)",
  "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])",
]
/** What is no word and no number, and spaces. */
const RESTS = [
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s+(?!\\S)|\\s+',
]
const NUMBERS = ['\\p{N}{1,3}', '\\p{N}{1}', '\\p{N}', ' ?\\p{N}', '\\p{N}+']
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const BEFORE = '[^\\r\\n\\p{L}\\p{N}]?'
const ASCII_MARKS = '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~]'

/** How words are told, with the ways of contractions: of cl100k and those after it, and of o200k. */
function* words(): Generator<string> {
  for (const contraction of CONTRACTIONS) {
    yield `${contraction}|${BEFORE}\\p{L}+`
    yield `${contraction}|${BEFORE}+\\p{L}+`
    yield `${contraction}|${BEFORE}[\\p{L}\\p{M}]+`
    yield `${BEFORE}${UPPER}*${LOWER}+${contraction}?|${BEFORE}${UPPER}+${LOWER}*${contraction}?`
  }
  yield `${BEFORE}${UPPER}*${LOWER}+|${BEFORE}${UPPER}+${LOWER}*`
}

function* inUse(): Generator<string> {
  yield "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
  yield "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|\\s+(?!\\S)|\\s"
  yield `${ASCII_MARKS}[A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`
  for (const word of words()) {
    for (const number of NUMBERS) for (const rest of RESTS) yield `${word}|${number}|${rest}`
  }
}

const IN_USE: ReadonlySet<string> = new Set(inUse())

const ATOM = /^(?:\\[pP]\{\w{1,40}\}|\\[^pPkxuc\d]|\[(?:\\.|[^\\\][])+\]|[^\\[\](){}|*+?^])/
const REPEAT = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})/
const MOST_LENGTH = 1000
/** Of one alternative. */
const MOST_REPEATS = 3

/** Whether each alternative is a row of characters and sets, of which only the last may repeat without end. */
export function isPlain(pattern: string): boolean {
  if (pattern.length > MOST_LENGTH) return false
  let repeats = 0
  let mustEnd = false
  for (let rest = pattern; rest !== ''; ) {
    if (rest.startsWith('|')) {
      repeats = 0
      mustEnd = false
      rest = rest.slice(1)
      continue
    }
    const atom = ATOM.exec(rest)?.[0]
    if (atom === undefined || mustEnd) return false
    rest = rest.slice(atom.length)
    const repeat = REPEAT.exec(rest)?.[0] ?? ''
    if (repeat !== '') repeats += 1
    if (repeats > MOST_REPEATS) return false
    mustEnd = /[*+]|,\}/.test(repeat)
    rest = rest.slice(repeat.length)
  }
  return true
}

/** The first pattern anywhere in a tokenizer.json that is of neither kind; null where there is none. */
export function unknownPattern(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    if (key === 'vocab' || key === 'merges') continue
    if (key === 'Regex' && typeof part === 'string' && !IN_USE.has(part) && !isPlain(part)) {
      return part
    }
    const found = unknownPattern(part)
    if (found !== null) return found
  }
  return null
}
