import { advance, type TokenReader } from './form.ts'
import { createSpacing, passCharacters, passToken, type Spacing, wantsSpace } from './spacing.ts'
import { FIRST_DIGIT, GLUE, GROUP_OF } from './vocabulary.ts'

/** What tokens said so far. */
interface Printer {
  readonly spacing: Spacing
  text: string
  isGlued: boolean
}

/** A text that tokens tell, or what is expected instead of the token the reader stopped at. */
export type Printed = { readonly text: string } | { readonly expected: string }

function printToken(printer: Printer, id: number, text: string): void {
  if (!printer.isGlued && wantsSpace(printer.spacing, id)) printer.text += ' '
  printer.text += text
  printer.isGlued = false
  passToken(printer.spacing, id)
}

/** The digits of one integer, from its units on. */
function printInteger(printer: Printer, reader: TokenReader, texts: readonly string[]): boolean {
  const first = reader.id
  let digits = ''
  for (let place = FIRST_DIGIT; ; place += 10) {
    const { id } = reader
    if (GROUP_OF[id] !== 'digit' || id < place || id >= place + 10) break
    digits = texts[id] + digits
    advance(reader)
  }
  if (digits !== '') printToken(printer, first, digits)
  return digits !== ''
}

const HEX_DIGITS = 4

/** One UTF-16 unit in four hexadecimal digits. */
function printUnit(printer: Printer, reader: TokenReader, texts: readonly string[]): boolean {
  let digits = ''
  while (digits.length < HEX_DIGITS && GROUP_OF[reader.id] === 'hex') {
    digits += texts[reader.id]
    advance(reader)
  }
  if (digits.length < HEX_DIGITS) return false
  printer.text += String.fromCharCode(Number.parseInt(digits, 16))
  passCharacters(printer.spacing)
  return true
}

/** Prints what stands at the reader and moves on; what is expected there if it cannot be. */
function printNext(printer: Printer, reader: TokenReader, texts: readonly string[]): string | null {
  const { id } = reader
  const group = GROUP_OF[id]
  if (group === 'hex') {
    return printUnit(printer, reader, texts) ? null : 'four hexadecimal digits'
  }
  if (group === 'character') {
    printer.text += texts[id]
    passCharacters(printer.spacing)
  } else if (printer.spacing.quote !== 0 && id !== printer.spacing.quote) {
    return 'a character or the closing quote'
  } else if (group === 'digit') {
    return printInteger(printer, reader, texts) ? null : 'the units of a number first'
  } else if (id === GLUE) printer.isGlued = true
  else if (texts[id] === '') return 'a slot that the table has'
  else printToken(printer, id, texts[id] ?? '')
  advance(reader)
  return null
}

/** Reads the text that the tokens from `first` up tell, as far as they go. */
export function printText(reader: TokenReader, texts: readonly string[], first: number): Printed {
  const printer: Printer = { spacing: createSpacing(), text: '', isGlued: false }
  while (reader.id >= first) {
    const expected = printNext(printer, reader, texts)
    if (expected !== null) return { expected }
  }
  if (printer.spacing.quote !== 0) return { expected: 'a character or the closing quote' }
  return { text: printer.text }
}
