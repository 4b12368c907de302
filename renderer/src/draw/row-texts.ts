import { type FileLines, stateLine } from '../../../shared/trace/source.ts'
import type { StateNode } from '../../../shared/tree/node.ts'

/** The start of a text that ends with no half of a character: two units of a string may be one character. */
function startOf(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units)
}

/** The text cut to a number of characters, the cut shown. */
export function fitText(text: string, characters: number): string {
  if (text.length <= characters) return text
  return characters < 2 ? '' : `${startOf(text, characters - 1)}…`
}

/** Files of a trace for those who draw it: their lines, and their paths where there are several. */
export interface TraceFiles {
  readonly lines: FileLines
  readonly paths: readonly string[]
}

/** A row's source without its indentation; a module's call is on line 0, which no source has. */
export function rowSource(
  { lines }: TraceFiles,
  node: Pick<StateNode, 'file' | 'line' | 'function'>,
): string {
  const source = stateLine(lines, node).trim()
  return source === '' ? node.function : source
}

/** Whose state a row is: its function, and the name of its file where there are several. */
export function rowName(
  paths: TraceFiles['paths'],
  node: Pick<StateNode, 'file' | 'function'>,
): string {
  const path = node.file === undefined ? undefined : paths[node.file]
  return path === undefined ? node.function : `${node.function} · ${fileName(path)}`
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** What a row says, in the order it stands; empty parts take no room. */
export interface RowTexts {
  readonly text: string
  readonly mark: string
  /** How the state was predicted, where it was wrongly. */
  readonly verdict: string
  /** What is hidden in a collapsed row. */
  readonly fold: string
  readonly note: string
  readonly name: string
}

/** Fewer characters of a class of errors tell nothing. */
const LEAST_WORD = 8

/** The text cut to a number of characters, if enough of it is left to be read. */
function fitWord(text: string, characters: number): string {
  return text.length > characters && characters < LEAST_WORD ? '' : fitText(text, characters)
}

/** Of the room of a row what is said behind its text may take of it where both do not fit. */
const BEHIND_SHARE = 0.45

/**
 * Shares a row's characters: what the state says comes before whose it is, so the name gives way first, then the note,
 * then what was predicted.
 */
export function shareRow(whole: number, wanted: RowTexts): RowTexts {
  const { mark, fold } = wanted
  const behind = (text: string): number => (text === '' ? 0 : text.length + 2)
  const fixed = behind(mark) + behind(fold)
  const said = behind(wanted.verdict) + behind(wanted.note)
  const left = whole - wanted.text.length - fixed - said - 2
  const name = left < 4 ? '' : fitText(wanted.name, left)
  const room = whole - behind(name) - fixed
  const text = fitText(
    wanted.text,
    room - Math.min(said, Math.max(0, Math.floor(room * BEHIND_SHARE))),
  )
  const verdict = fitWord(wanted.verdict, room - text.length - 2)
  const note = fitText(wanted.note, room - text.length - behind(verdict) - 2)
  return { text, mark, verdict, fold, note, name }
}
