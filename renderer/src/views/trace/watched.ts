import type { Value } from '../../../../shared/trace/event.ts'
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
  const parsed = parsePath(path)
  if (!parsed.ok) return unknown(parsed.error)
  const { variable, steps, isLength } = parsed.value
  const value = holds(variable)
  if (value === undefined) return unknown(`There is no ${variable} here.`)
  if (steps.length === 0 && !isLength) {
    const isCut = value.size > value.text.length
    return { kind: 'value', text: value.text, type: value.type, change: null, isCut }
  }
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
  const now = lookUp(path, (variable) => {
    const row = rowOf(variable)
    return row?.change === 'removed' ? undefined : row?.value
  })
  const parsed = parsePath(path)
  const row = parsed.ok ? rowOf(parsed.value.variable) : undefined
  if (row === undefined || row.change === null || now.kind === 'unknown') return now
  if (row.change === 'added') return { ...now, change: 'added' }
  const before = lookUp(path, () => row.before ?? undefined)
  if (before.kind === 'unknown') return { ...now, change: 'added' }
  const isSame = before.text === now.text && before.type === now.type
  return isSame ? now : { ...now, change: 'changed' }
}
