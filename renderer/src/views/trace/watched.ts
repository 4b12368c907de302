import type { Value } from '../../../../shared/trace/event.ts'
import { isCutValue } from '../../../../shared/trace/repr-parse.ts'
import { findPath, parsePath } from '../../../../shared/trace/repr-path.ts'
import { textAt, typeAt } from '../../../../shared/trace/repr-tree.ts'
import type { Change, VariableRow } from '../../draw/variable-changes.ts'
import { treeOf, WATCH_CHARS } from './use-repr-tree.ts'

/** What a watch shows at one step. */
export type Seen =
  | {
      readonly kind: 'value'
      readonly text: string
      readonly type: string
      readonly change: Change | null
      readonly isCut: boolean
    }
  | { readonly kind: 'unknown'; readonly reason: string }

function unknown(reason: string): Seen {
  return { kind: 'unknown', reason }
}

/** What a path leads to among variables, without a comparison. */
function lookUp(path: string, holds: (variable: string) => Value | undefined): Seen {
  // A name comes first: Python's own, such as `.0` of a comprehension, are no paths.
  const whole = holds(path)
  if (whole !== undefined) {
    const isCut = isCutValue(whole)
    return { kind: 'value', text: whole.text, type: whole.type, change: null, isCut }
  }
  const parsed = parsePath(path)
  if (!parsed.ok) return unknown(parsed.error)
  const { variable } = parsed.value
  const value = holds(variable)
  if (value === undefined) return unknown(`There is no ${variable} here.`)
  if (value.text.length > WATCH_CHARS) {
    return unknown(`The value of ${variable} is too long to be looked into at every step.`)
  }
  const tree = treeOf(value)
  const found = findPath(tree, parsed.value)
  if (found.kind === 'unknown') return unknown(found.reason)
  if (found.kind === 'length') {
    return { kind: 'value', text: String(found.count), type: 'int', change: null, isCut: false }
  }
  const { part } = found
  return {
    kind: 'value',
    text: textAt(tree, part),
    type: typeAt(tree, part),
    change: null,
    isCut: tree.cut[part] === 1,
  }
}

/** A watch in a frame that is not the one shown: it stands still. */
export function seenIn(path: string, locals: readonly (readonly [string, Value])[]): Seen {
  return lookUp(path, (variable) => locals.find(([name]) => name === variable)?.[1])
}

/** A watch in the frame that is shown, with how it differs from the state its rows are compared with. */
export function seenInRows(path: string, rows: readonly VariableRow[]): Seen {
  const rowOf = (variable: string) => rows.find((row) => row.name === variable)
  const named = rowOf(path)
  const now = lookUp(path, (variable) => {
    const row = rowOf(variable)
    return row?.change === 'removed' ? undefined : row?.value
  })
  const parsed = parsePath(path)
  const row = named ?? (parsed.ok ? rowOf(parsed.value.variable) : undefined)
  if (row === undefined || row.change === null || now.kind === 'unknown') return now
  // Of a whole variable its row knows more: a change beyond the kept characters.
  if (named !== undefined || row.change === 'added') return { ...now, change: row.change }
  const before = lookUp(path, (name) => (name === row.name ? (row.before ?? undefined) : undefined))
  if (before.kind === 'unknown') return { ...now, change: 'added' }
  const isSame = before.text === now.text && before.type === now.type
  return isSame ? now : { ...now, change: 'changed' }
}
