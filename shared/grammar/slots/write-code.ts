import { type FindSlot, lexLine, type OpenString, writeDigits } from './lexer.ts'
import type { CodeLines } from './lines.ts'
import {
  FAR_LINE,
  FAR_LINES,
  FIRST_FUNCTION,
  FIRST_INDENT,
  FIRST_LINE,
  FIRST_VARIABLE,
  FUNCTION_SLOTS,
  INDENT,
  INDENT_TOKENS,
  LINE_TOKENS,
  SOURCE,
  SOURCE_END,
  VARIABLE_SLOTS,
} from './vocabulary.ts'

/** Names that a program defines as functions or classes. */
function definedNames(code: string): ReadonlySet<string> {
  const defined = code.matchAll(
    /\b(?:def|class)[ \t]+([A-Za-z_\u0080-\ud7ff\ue000-\uffff][\w\u0080-\ud7ff\ue000-\uffff]*)/g,
  )
  return new Set([...defined].map(([, name]) => name ?? ''))
}

/** Gives slots to names as they are met; those that meet none left have none. */
export interface Allocation {
  readonly slots: Map<string, number>
  readonly variables: string[]
  readonly functions: string[]
  readonly slotOf: FindSlot
}

export function createAllocation(code: string): Allocation {
  const defined = definedNames(code)
  const slots = new Map<string, number>()
  const variables: string[] = []
  const functions: string[] = []
  const allocate = (name: string): number => {
    if (defined.has(name) && functions.length < FUNCTION_SLOTS) {
      return FIRST_FUNCTION + functions.push(name) - 1
    }
    return variables.length < VARIABLE_SLOTS ? FIRST_VARIABLE + variables.push(name) - 1 : 0
  }
  const slotOf = (name: string): number => {
    let slot = slots.get(name)
    if (slot === undefined) {
      slot = allocate(name)
      slots.set(name, slot)
    }
    return slot
  }
  return { slots, variables, functions, slotOf }
}

export interface CodeWriter extends Pick<Allocation, 'slots' | 'slotOf'> {
  readonly ids: number[]
  readonly lines: CodeLines
}

function writeLineToken(ids: number[], line: number): void {
  if (line <= LINE_TOKENS) {
    ids.push(FIRST_LINE + line - 1)
    return
  }
  ids.push(FAR_LINE)
  writeDigits(ids, String(line % FAR_LINES))
}

/** The indentation of a line and what is behind it; nothing of an empty line. */
function writeLine(ids: number[], text: string, slotOf: FindSlot, open: OpenString): OpenString {
  if (text === '') return open
  const spaces = text.length - text.replace(/^ +/, '').length
  const steps = Math.min(Math.floor(spaces / INDENT), INDENT_TOKENS - 1)
  ids.push(FIRST_INDENT + steps)
  return lexLine(text, steps * INDENT, { ids, slotOf, open })
}

/** The lines of the code, each behind its number. */
export function writeCode({ ids, lines, slotOf }: CodeWriter): void {
  let open: OpenString = null
  lines.written.forEach((text, index) => {
    writeLineToken(ids, index + 1)
    open = writeLine(ids, text, slotOf, open)
  })
}

/** Points at a line of the code, or tells a text that is not in it. */
export function writePointer({ ids, slots }: CodeWriter, line: number, text: string): void {
  if (line > 0 && line < FAR_LINES) {
    writeLineToken(ids, line)
    return
  }
  ids.push(SOURCE)
  writeLine(ids, text, (name) => slots.get(name) ?? 0, null)
  ids.push(SOURCE_END)
}
