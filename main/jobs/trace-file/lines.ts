import type { EventKind, Value } from '../../../shared/trace/event.ts'
import type { SourceFile } from '../../../shared/trace/source.ts'
import type { SliceCode } from '../../store/read-types.ts'

/** Longest line of a trace's file, in characters as JavaScript counts them. */
export const MAX_FILE_LINE = 16_777_216
/** Longest event with all its lines, in characters. */
export const MAX_FILE_EVENT = 134_217_728
/** A line is ended and goes on in another before it gets longer than this. */
const SPLIT_AT = 8_388_608
/** Printed text of one line, in characters. */
export const OUT_TEXT = 1_000_000

export interface FileChange {
  readonly slot: number
  readonly name: string
  /** Null: the name is gone. */
  readonly value: Value | null
}

/** An event as the file tells it. */
export interface FileEvent {
  readonly seq: number
  readonly kind: EventKind
  readonly line: number
  readonly code: SliceCode
  readonly depth: number
  readonly frame: number
  readonly thread: number
  readonly flags: number
  readonly changes: readonly FileChange[]
  readonly arg: Value | null
  readonly aliases: readonly number[] | null
}

export type FileLine =
  | { readonly is: 'source'; readonly path: string; readonly text: string }
  | { readonly is: 'event'; readonly event: FileEvent }
  | { readonly is: 'more'; readonly seq: number; readonly changes: readonly FileChange[] }
  | { readonly is: 'out'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly is: 'end'; readonly events: number; readonly sha256: string }

/** A value as an array: text, size, type, and the digest where it has one. */
export function valueFields({ text, size, type, digest }: Value): unknown[] {
  return digest === undefined ? [text, size, type] : [text, size, type, digest]
}

/** Lines of one event: one, and more where its changes are too long for it. */
export function eventLines(event: FileEvent): string[] {
  const { seq, kind, line, code, depth, frame, thread, flags, arg, aliases } = event
  const [first = [], ...others] = splitChanges(event.changes)
  const { name, qualname, file, firstLine } = code
  const about = JSON.stringify({
    seq,
    kind,
    line,
    function: name,
    qualname,
    file,
    firstLine,
    depth,
    frame,
    thread,
    flags,
  })
  const argument = arg === null ? 'null' : JSON.stringify(valueFields(arg))
  const shared = aliases === null ? '' : `,"aliases":${JSON.stringify(aliases)}`
  const head = `${about.slice(0, -1)},"changes":[${first.join(',')}],"arg":${argument}${shared}}`
  return [head, ...others.map((part) => `{"more":${seq},"changes":[${part.join(',')}]}`)]
}

function splitChanges(changes: readonly FileChange[]): string[][] {
  const parts: string[][] = [[]]
  let length = 0
  for (const { slot, name, value } of changes) {
    const text = JSON.stringify(value === null ? [slot, name] : [slot, name, ...valueFields(value)])
    if (length > 0 && length + text.length > SPLIT_AT) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(text)
    length += text.length
  }
  return parts
}

/** Lines of a piece of output: one for every million characters. */
export function outLines(stream: 'stdout' | 'stderr', text: string): string[] {
  const lines: string[] = []
  let from = 0
  do {
    let to = Math.min(text.length, from + OUT_TEXT)
    // Never between the halves of a surrogate pair.
    if (to < text.length && text.charCodeAt(to - 1) >= 0xd800 && text.charCodeAt(to) >= 0xdc00) to--
    lines.push(JSON.stringify({ out: stream, text: text.slice(from, to) }))
    from = to
  } while (from < text.length)
  return lines
}

/** Line of a file of the program, where it has more than one. */
export function sourceLine({ path, source }: SourceFile): string {
  return JSON.stringify({ source: path, text: source })
}

export function endLine(events: number, sha256: string): string {
  return JSON.stringify({ end: { events, sha256 } })
}
