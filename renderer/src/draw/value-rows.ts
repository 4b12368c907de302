import { diffParts, type PartDiff, REMOVED } from '../../../shared/trace/repr-diff.ts'
import {
  childrenOf,
  holdsParts,
  kindAt,
  labelAt,
  type PartIndex,
  type ReprTree,
} from '../../../shared/trace/repr-tree.ts'

/** The parts that are open, by their key, name or index, one inside another: it outlives the value of one step. */
export type Opened = ReadonlyMap<string, Opened>

/** Keys, names and indexes that lead to a part. */
export type OpenPath = readonly string[]

/** A part of a value in a row of its own. */
export interface ValueRow {
  /** The value now; of a removed part, the value before. */
  readonly tree: ReprTree
  readonly part: PartIndex
  /** 0 for the whole value. */
  readonly depth: number
  /** As in repr-diff: 0 same, 1 added, 2 removed, 3 changed. */
  readonly sign: number
  readonly path: OpenPath
  /** Its key, name or index as it is shown; empty where it has none. */
  readonly label: string
  /** Position among its siblings, from 0, and how many there are. */
  readonly index: number
  readonly siblings: number
  readonly hasParts: boolean
  readonly isOpen: boolean
}

/** The items of one open part. */
interface Block {
  readonly tree: ReprTree
  readonly entries: Int32Array
  readonly diff: PartDiff | null
  readonly before: ReprTree | null
  readonly depth: number
  readonly path: OpenPath
  readonly opened: Opened
  /** Removed items stand together: from where on, and how many. */
  readonly goneFrom: number
  readonly goneCount: number
}

/** Consecutive rows of one block: an open item ends one, for its own items stand next. */
interface Segment {
  readonly block: Block
  readonly from: number
  readonly firstRow: number
}

interface Pair {
  readonly now: ReprTree
  readonly part: PartIndex
  readonly before: ReprTree | null
  /** The same part before; -1 where there was none, or nothing to compare with. */
  readonly was: PartIndex
}

const NOTHING: Opened = new Map()
export const ROOT_OPEN: Opened = new Map([['', NOTHING]])

function stepOf(tree: ReprTree, part: PartIndex, index: number): string {
  return labelAt(tree, part) ?? String(index)
}

function labelIn(tree: ReprTree, part: PartIndex, step: string | null): string {
  const label = labelAt(tree, part)
  if (label !== null) return label
  const kind = kindAt(tree, tree.parent[part] as number)
  return kind === 'list' || kind === 'tuple' ? (step ?? '') : ''
}

function blockOf(pair: Pair, depth: number, path: OpenPath, opened: Opened): Block {
  const { now, part, before, was } = pair
  const diff =
    before === null || was < 0 ? null : diffParts({ tree: now, part }, { tree: before, part: was })
  const entries = diff?.entries ?? childrenOf(now, part)
  const goneCount = entries.length - (now.items[part] as number)
  const goneFrom = goneCount === 0 ? entries.length : (diff?.signs.indexOf(REMOVED) ?? 0)
  return { tree: now, entries, diff, before, depth, path, opened, goneFrom, goneCount }
}

/** Where the open items of a block stand in it, in order. */
function openEntries(block: Block): { at: number; opened: Opened }[] {
  const { opened, entries, diff } = block
  if (opened.size === 0) return []
  const found: { at: number; opened: Opened }[] = []
  let index = 0
  for (const [at, part] of entries.entries()) {
    const isGone = diff?.signs[at] === REMOVED
    const tree = isGone ? (block.before as ReprTree) : block.tree
    const inside = opened.get(stepOf(tree, part, index))
    if (inside !== undefined && !isGone && holdsParts(tree, part))
      found.push({ at, opened: inside })
    if (!isGone) index++
  }
  return found
}

/** The pair of trees of an item of a block. */
function pairOf({ tree, before, entries, diff }: Block, at: number): Pair {
  const part = entries[at] as number
  const sign = diff?.signs[at]
  // A part that did not change holds no change, so it is not compared.
  const was = sign === 3 ? (diff?.was[at] as number) : -1
  return { now: tree, part, before, was }
}

/**
 * The rows of a value of any size: nothing is made for a row before it is asked for, and an open part costs a number
 * for each of its items.
 */
export class ValueRows {
  readonly count: number
  private readonly segments: Segment[] = []

  constructor(now: ReprTree, before: ReprTree | null, opened: Opened) {
    const whole = { now, part: 0, before, was: before === null ? -1 : 0 }
    const isSame = before === null || before.text === now.text
    const root: Block = {
      tree: now,
      entries: Int32Array.of(0),
      diff: {
        entries: Int32Array.of(0),
        signs: Uint8Array.of(isSame ? 0 : 3),
        was: Int32Array.of(isSame ? -1 : 0),
      },
      before,
      depth: 0,
      path: [],
      opened,
      goneFrom: 1,
      goneCount: 0,
    }
    this.segments.push({ block: root, from: 0, firstRow: 0 })
    const inside = opened.get('')
    const isOpen = inside !== undefined && holdsParts(now, 0)
    this.count = isOpen
      ? this.add(blockOf({ ...whole, was: isSame ? -1 : 0 }, 1, [''], inside), 1)
      : 1
  }

  /** Adds the rows of a block from row `row` on; the row after the last. */
  private add(block: Block, row: number): number {
    let next = row
    let from = 0
    for (const { at, opened } of openEntries(block)) {
      this.segments.push({ block, from, firstRow: next })
      next += at + 1 - from
      from = at + 1
      const { path } = this.rowOf(block, at)
      next = this.add(blockOf(pairOf(block, at), block.depth + 1, path, opened), next)
    }
    if (from < block.entries.length) this.segments.push({ block, from, firstRow: next })
    return next + block.entries.length - from
  }

  row(index: number): ValueRow | null {
    if (index < 0 || index >= this.count) return null
    let low = 0
    let high = this.segments.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.segments[middle] as Segment).firstRow <= index) low = middle
      else high = middle - 1
    }
    const { block, from, firstRow } = this.segments[low] as Segment
    return this.rowOf(block, from + index - firstRow)
  }

  private rowOf(block: Block, at: number): ValueRow {
    const { entries, diff, depth, opened } = block
    const part = entries[at] as number
    const sign = diff?.signs[at] ?? 0
    const isGone = sign === REMOVED
    const tree = isGone ? (block.before as ReprTree) : block.tree
    const step =
      depth === 0
        ? ''
        : isGone
          ? `−${at}`
          : stepOf(tree, part, at - (at > block.goneFrom ? block.goneCount : 0))
    const hasParts = holdsParts(tree, part) && !isGone
    return {
      tree,
      part,
      depth,
      sign,
      path: [...block.path, step],
      index: at,
      siblings: entries.length,
      label: depth === 0 ? '' : labelIn(tree, part, isGone ? null : step),
      hasParts,
      isOpen: hasParts && opened.has(step),
    }
  }

  /** Row of the next part that is not what it was, from `after` on, going round; -1 where there is none. */
  nextChange(after: number): number {
    for (let step = 1; step <= this.count; step++) {
      const at = (after + step + this.count) % this.count
      const row = this.row(at)
      if (row !== null && row.sign !== 0 && !(row.sign === 3 && row.isOpen)) return at
    }
    return -1
  }

  /** Row of the part that holds this one; -1 for the whole. */
  parentRow(index: number): number {
    const depth = this.row(index)?.depth ?? 0
    for (let at = index - 1; at >= 0; at--) if ((this.row(at)?.depth ?? 0) < depth) return at
    return -1
  }
}

/** `opened` with the part at a path open or closed. */
export function setOpened(opened: Opened, path: OpenPath, isOpen: boolean): Opened {
  const [step, ...rest] = path
  if (step === undefined) return opened
  const next = new Map(opened)
  const inside = opened.get(step)
  if (rest.length > 0) next.set(step, setOpened(inside ?? NOTHING, rest, isOpen))
  else if (isOpen) next.set(step, inside ?? NOTHING)
  else next.delete(step)
  return next
}

/** At most so many parts are opened by themselves to show what changed in them. */
const MOST_OPENED = 20
const MOST_LOOKED_AT = 200_000

/** `opened`, and the parts that lead to what changed: all of one depth at a time. */
export function openedToChanges(
  now: ReprTree,
  before: ReprTree | null,
  opened: Opened = ROOT_OPEN,
): Opened {
  let next = opened
  for (let left = MOST_OPENED; before !== null && left > 0; ) {
    const closed = closedChanges(new ValueRows(now, before, next), left)
    if (closed.length === 0) break
    left -= closed.length
    for (const { path } of closed) next = setOpened(next, path, true)
  }
  return next
}

function closedChanges(rows: ValueRows, most: number): readonly ValueRow[] {
  const found: ValueRow[] = []
  if (rows.count > MOST_LOOKED_AT) return found
  for (let at = 0; at < rows.count && found.length < most; at++) {
    const row = rows.row(at)
    if (row !== null && row.sign === 3 && row.hasParts && !row.isOpen) found.push(row)
  }
  return found
}
