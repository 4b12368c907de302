import { FLAG_UNWOUND, FLAG_YIELDED, type Locals, type Value } from '../../../shared/trace/event.ts'
import type { StateNode } from '../../../shared/tree/node.ts'
import type { RowNote } from './outline-shapes.ts'
import { fitText } from './row-texts.ts'

export type Change = 'added' | 'removed' | 'changed'

/** A diff line has a sign as well as a colour (product.md 4.6). */
export const CHANGE_SIGNS: Readonly<Record<Change, string>> = {
  added: '+',
  removed: '−',
  changed: '~',
}

/** A local variable of a state, compared with an earlier look at the same frame. */
export interface VariableRow {
  readonly name: string
  /** The value now, or for a removed variable the one it had. */
  readonly value: Value
  readonly change: Change | null
  /** The value before, of a changed variable. */
  readonly before: Value | null
  /** Other variables that are the same object. */
  readonly sameAs: readonly string[]
  /** Number of the object they share, from 1; null of a variable that shares none. */
  readonly group: number | null
}

interface Sharing {
  readonly sameAs: readonly string[]
  readonly group: number | null
}

const NONE: Sharing = { sameAs: [], group: null }

/** Of each variable that shares its object, the others. */
function sharersOf(
  aliases: readonly (readonly string[])[] | undefined,
): ReadonlyMap<string, Sharing> {
  const others = new Map<string, Sharing>()
  for (const [index, names] of (aliases ?? []).entries()) {
    for (const name of names) {
      others.set(name, { sameAs: names.filter((other) => other !== name), group: index + 1 })
    }
  }
  return others
}

export function sameValue(a: Value, b: Value): boolean {
  return a.text === b.text && a.size === b.size && a.type === b.type && a.digest === b.digest
}

/**
 * The variables of a state and how each differs from `before`; null compares with nothing. Order is that of the
 * locals, removed ones last.
 */
export function variableRows(
  now: Locals,
  before: Locals | null,
  aliases?: readonly (readonly string[])[],
): readonly VariableRow[] {
  const sharers = sharersOf(aliases)
  const old = new Map(before)
  const rows: VariableRow[] = []
  for (const [name, value] of now) {
    const was = old.get(name)
    old.delete(name)
    const row = { name, value, before: null, ...(sharers.get(name) ?? NONE) }
    if (before === null) rows.push({ ...row, change: null })
    else if (was === undefined) rows.push({ ...row, change: 'added' })
    else if (sameValue(was, value)) rows.push({ ...row, change: null })
    else rows.push({ ...row, change: 'changed', before: was })
  }
  for (const [name, value] of old) {
    rows.push({ name, value, change: 'removed', before: null, ...NONE })
  }
  return rows
}

/** The rows whose name or value holds a text, in whatever case; all of them for none. */
export function rowsWith(rows: readonly VariableRow[], typed: string): readonly VariableRow[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter(
    ({ name, value }) =>
      name.toLowerCase().includes(wanted) || value.text.toLowerCase().includes(wanted),
  )
}

const NOTE_CHARS = 160
const NOTE_VALUE_CHARS = 40

/** Values on one line: a repr may hold line breaks, a row cannot. */
function oneLine(text: string, characters: number): string {
  return fitText(text.slice(0, 4 * characters).replace(/\s+/g, ' '), characters)
}

function changeNote(rows: readonly VariableRow[]): RowNote | null {
  const changed = rows.filter((row) => row.change !== null)
  const first = changed[0]?.change
  if (first === undefined || first === null) return null
  const text = changed
    .slice(0, 4)
    .map(({ name, value, change }) => {
      const sign = CHANGE_SIGNS[change ?? 'changed']
      if (change === 'removed') return `${sign} ${name}`
      return `${sign} ${name} = ${oneLine(value.text, NOTE_VALUE_CHARS)}`
    })
    .join('  ')
  const same = changed.every((row) => row.change === first)
  return { tone: same ? first : 'changed', text: fitText(text, NOTE_CHARS) }
}

function argumentNote(node: StateNode, arg: Value | null): RowNote | null {
  if (node.kind === 'exception') {
    return arg === null ? null : { tone: 'error', text: oneLine(arg.text, NOTE_CHARS) }
  }
  if ((node.flags & FLAG_UNWOUND) !== 0) return { tone: 'error', text: 'unwound' }
  if (arg === null) return null
  const word = (node.flags & FLAG_YIELDED) !== 0 ? 'yields' : '→'
  return { tone: 'value', text: `${word} ${oneLine(arg.text, NOTE_CHARS)}` }
}

interface NoteState {
  readonly locals: Locals
  readonly arg: Value | null
}

/**
 * What a row of the outline says besides its source: for a return or exception its value, else what changed since
 * the previous event of the same frame. Null while the states it needs are unknown.
 */
export function noteOfNode(
  node: StateNode,
  state: NoteState | undefined,
  previous: NoteState | undefined | null,
): RowNote | null {
  if (state === undefined) return null
  if (node.kind === 'return' || node.kind === 'exception') return argumentNote(node, state.arg)
  if (previous === undefined) return null
  return changeNote(variableRows(state.locals, previous?.locals ?? []))
}
