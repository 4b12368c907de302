import { type InParts, PART } from '../../../shared/base/parts.ts'
import type { StateNode } from '../../../shared/tree/node.ts'

/**
 * Which nodes of a tree are rows when some of them are collapsed. A subtree is the range [seq, close], so only the
 * outermost collapsed nodes matter: between them rows and seqs run in step. Nothing here is as long as the tree.
 */
export interface Outline {
  readonly rowCount: number
  /** Seqs of the outermost collapsed nodes that hide something, rising. */
  readonly folds: readonly number[]
  /** Last hidden seq of each fold. */
  readonly foldEnds: readonly number[]
  /** Rows hidden by all folds before this one; one longer than `folds`. */
  readonly hiddenBefore: readonly number[]
}

/** Rising; a typed array sorts by number, and filling it by hand is several times as fast as `from` a set. */
function sorted(seqs: ReadonlySet<number>): Int32Array {
  const array = new Int32Array(seqs.size)
  let at = 0
  for (const seq of seqs) array[at++] = seq
  return array.sort()
}

/** Rows of the nodes loaded so far. Time and memory grow with the number of collapsed nodes alone. */
export function createOutline(
  nodes: readonly StateNode[],
  collapsed: ReadonlySet<number>,
): Outline {
  const last = nodes.length - 1
  const folds: number[] = []
  const foldEnds: number[] = []
  const hiddenBefore: number[] = [0]
  let hidden = 0
  let end = -1
  for (const seq of sorted(collapsed)) {
    const node = nodes[seq]
    if (node === undefined || seq <= end) continue
    end = Math.min(node.close, last)
    if (end <= seq) continue
    hidden += end - seq
    folds.push(seq)
    foldEnds.push(end)
    hiddenBefore.push(hidden)
  }
  return { rowCount: nodes.length - hidden, folds, foldEnds, hiddenBefore }
}

/** Number of leading entries for which the test holds; the test must hold for a prefix only. */
function prefixLength(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Seq shown in a row; rows count from 0. */
export function seqOfRow(outline: Outline, row: number): number {
  const { folds, hiddenBefore } = outline
  const before = prefixLength(
    folds.length,
    (index) => (folds[index] as number) - (hiddenBefore[index] as number) < row,
  )
  return row + (hiddenBefore[before] as number)
}

/** Row of a seq, or of the collapsed node that hides it. */
export function rowOfSeq(outline: Outline, seq: number): number {
  const { folds, foldEnds, hiddenBefore } = outline
  const before = prefixLength(folds.length, (index) => (folds[index] as number) < seq)
  const fold = before - 1
  if (fold >= 0 && seq <= (foldEnds[fold] as number)) {
    return (folds[fold] as number) - (hiddenBefore[fold] as number)
  }
  return seq - (hiddenBefore[before] as number)
}

/** Seqs of consecutive rows, cut at the last row. */
export function seqsOfRows(outline: Outline, firstRow: number, count: number): number[] {
  const seqs: number[] = []
  const end = Math.min(outline.rowCount, firstRow + count)
  for (let row = Math.max(0, firstRow); row < end; row++) seqs.push(seqOfRow(outline, row))
  return seqs
}

/** Whether a node has anything to collapse. */
export function isBranch(node: StateNode): boolean {
  return node.close > node.seq
}

function withChange(set: ReadonlySet<number>, change: (copy: Set<number>) => void): Set<number> {
  const copy = new Set(set)
  change(copy)
  return copy
}

/** The set with one node collapsed or expanded. */
export function setCollapsed(
  collapsed: ReadonlySet<number>,
  seq: number,
  value: boolean,
): ReadonlySet<number> {
  if (collapsed.has(seq) === value) return collapsed
  return withChange(collapsed, (copy) => void (value ? copy.add(seq) : copy.delete(seq)))
}

/** The set in which no ancestor of the node is collapsed, so that it is a row of its own. */
export function revealSeq(
  nodes: readonly StateNode[],
  collapsed: ReadonlySet<number>,
  seq: number,
): ReadonlySet<number> {
  const hiding: number[] = []
  for (let node = nodes[seq]; node !== undefined; node = nodes[node.parent]) {
    if (node.seq !== seq && collapsed.has(node.seq)) hiding.push(node.seq)
  }
  if (hiding.length === 0) return collapsed
  return withChange(collapsed, (copy) => {
    for (const ancestor of hiding) copy.delete(ancestor)
  })
}

/** The set in which every sibling of the node, itself included, is expanded (treegrid key `*`). */
export function expandSiblings(
  nodes: readonly StateNode[],
  collapsed: ReadonlySet<number>,
  seq: number,
): ReadonlySet<number> {
  const node = nodes[seq]
  if (node === undefined) return collapsed
  const parent = node.parent
  const siblings = [...collapsed].filter((other) => nodes[other]?.parent === parent)
  if (siblings.length === 0) return collapsed
  return withChange(collapsed, (copy) => {
    for (const sibling of siblings) copy.delete(sibling)
  })
}

/** Every branch at or below a level, collapsed: level 0 leaves only the root level's rows. */
export function* collapseFromLevel(
  nodes: readonly StateNode[],
  levels: readonly number[],
  level: number,
): InParts<ReadonlySet<number>> {
  const collapsed = new Set<number>()
  for (const node of nodes) {
    if (node.seq % PART === 0) yield
    if (isBranch(node) && (levels[node.seq] ?? 0) >= level) collapsed.add(node.seq)
  }
  return collapsed
}
