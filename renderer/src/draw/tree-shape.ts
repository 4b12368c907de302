import { type InParts, PART } from '../../../shared/base/parts.ts'
import { isBranch } from './outline.ts'
import type { TreeModel } from './tree-model.ts'

/**
 * The deepest level down to which the whole tree has no more rows than given; 0 where even the outermost level has
 * more, and the deepest level of all where everything fits.
 */
export function levelThatFits({ levels, maxLevel }: TreeModel, rows: number): number {
  const counts = new Array<number>(maxLevel + 1).fill(0)
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1
  let sum = 0
  for (const [level, count] of counts.entries()) {
    sum += count
    if (sum > rows) return Math.max(0, level - 1)
  }
  return maxLevel
}

/**
 * The tree collapsed so that it fits into a number of rows, as deep as they allow: one level is collapsed, which
 * hides all below it, and what was collapsed below stays so for when it is expanded.
 */
export function* collapseToFit(
  model: TreeModel,
  collapsed: ReadonlySet<number>,
  rows: number,
): InParts<ReadonlySet<number>> {
  const { nodes, levels } = model
  const fit = levelThatFits(model, rows)
  const result = new Set<number>()
  yield
  for (const seq of collapsed) if ((levels[seq] ?? 0) > fit) result.add(seq)
  for (const node of nodes) {
    if (node.seq % PART === 0) yield
    if (levels[node.seq] === fit && isBranch(node)) result.add(node.seq)
  }
  return result
}

/** Counts the functions on the stack while nodes are read in order; each node's cost is that of the levels it ends. */
function createStack() {
  const functions: string[] = []
  const counts = new Map<string, number>()
  const change = (name: string, by: 1 | -1): number => {
    const count = (counts.get(name) ?? 0) + by
    counts.set(name, count)
    return count
  }
  /** Begins an activation on a level; true when its function is on the stack already. */
  const enter = (level: number, name: string): boolean => {
    while (functions.length > level) change(functions.pop() ?? '', -1)
    functions.push(name)
    return change(name, 1) > 1
  }
  return enter
}

/** States that call a function which is on the stack already: collapsing them leaves recursion's outer calls. */
export function* recursiveCalls({ nodes, levels }: TreeModel): InParts<ReadonlySet<number>> {
  const calls = new Set<number>()
  const enter = createStack()
  let activation = -1
  for (const node of nodes) {
    if (node.seq % PART === 0) yield
    if (node.activation <= activation) continue
    activation = node.activation
    const key = node.file === undefined ? node.function : `${node.file} ${node.function}`
    if (enter(levels[node.seq] ?? 0, key)) calls.add(node.parent)
  }
  return calls
}

export interface ToggledRecursion {
  readonly collapsed: ReadonlySet<number>
  readonly count: number
  /** It was collapsed, not expanded. */
  readonly folds: boolean
}

/** Collapses what is recursive, or expands it again where all of it is collapsed; null where nothing is recursive. */
export function* toggleRecursion(
  model: TreeModel,
  collapsed: ReadonlySet<number>,
): InParts<ToggledRecursion | null> {
  const calls = yield* recursiveCalls(model)
  if (calls.size === 0) return null
  const result = new Set(collapsed)
  let folds = false
  for (const seq of calls) if (!collapsed.has(seq)) folds = true
  for (const seq of calls) {
    if (folds) result.add(seq)
    else result.delete(seq)
  }
  return { collapsed: result, count: calls.size, folds }
}
