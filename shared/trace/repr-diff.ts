import {
  calledName,
  childrenOf,
  kindAt,
  labelAt,
  type PartIndex,
  type ReprTree,
  textAt,
} from './repr-tree.ts'

/** A part of a tree. */
export interface Part {
  readonly tree: ReprTree
  readonly part: PartIndex
}

/** How an item differs from before: 0 not at all, 1 added, 2 removed, 3 changed. */
export const SAME = 0
export const ADDED = 1
export const REMOVED = 2
export const CHANGED = 3

/** The items of a value now, with those that are gone where they were. */
export interface PartDiff {
  /** Index of the item in the tree of now; of a removed one, in the tree of before. */
  readonly entries: Int32Array
  readonly signs: Uint8Array
  /** Index in the tree of before of what a changed item was; -1 elsewhere. */
  readonly was: Int32Array
}

export function sameText(a: Part, b: Part): boolean {
  const length = (tree: ReprTree, part: PartIndex): number =>
    (tree.end[part] as number) - (tree.start[part] as number)
  if (length(a.tree, a.part) !== length(b.tree, b.part)) return false
  return textAt(a.tree, a.part) === textAt(b.tree, b.part)
}

class DiffColumns {
  private readonly entries: Int32Array
  private readonly signs: Uint8Array
  private readonly was: Int32Array
  private count = 0

  constructor(most: number) {
    this.entries = new Int32Array(most)
    this.signs = new Uint8Array(most)
    this.was = new Int32Array(most).fill(-1)
  }

  add(entry: PartIndex, sign: number, was = -1): void {
    const at = this.count++
    this.entries[at] = entry
    this.signs[at] = sign
    this.was[at] = was
  }

  done(): PartDiff {
    const { count } = this
    return {
      entries: this.entries.subarray(0, count),
      signs: this.signs.subarray(0, count),
      was: this.was.subarray(0, count),
    }
  }
}

/**
 * Items of a sequence: what is equal at both ends stands still, what lies between is compared place by place. So an
 * item put in or taken out is one difference, not one for every item after it.
 */
function sequenceDiff(now: Part, before: Part): PartDiff {
  const items = childrenOf(now.tree, now.part)
  const old = childrenOf(before.tree, before.part)
  const isSame = (at: number, oldAt: number): boolean =>
    sameText(
      { tree: now.tree, part: items[at] as number },
      { tree: before.tree, part: old[oldAt] as number },
    )
  const shorter = Math.min(items.length, old.length)
  let head = 0
  while (head < shorter && isSame(head, head)) head++
  let tail = 0
  while (tail < shorter - head && isSame(items.length - 1 - tail, old.length - 1 - tail)) tail++
  const columns = new DiffColumns(items.length + old.length)
  for (let at = 0; at < head; at++) columns.add(items[at] as number, SAME)
  const end = items.length - tail
  const oldEnd = old.length - tail
  for (let at = head; at < Math.max(end, oldEnd); at++) {
    if (at >= oldEnd) columns.add(items[at] as number, ADDED)
    else if (at >= end) columns.add(old[at] as number, REMOVED)
    else if (isSame(at, at)) columns.add(items[at] as number, SAME)
    else columns.add(items[at] as number, CHANGED, old[at] as number)
  }
  for (let at = end; at < items.length; at++) columns.add(items[at] as number, SAME)
  return columns.done()
}

/** Items found again by what names them, equal names in their order; those that are gone last. */
function namedDiff(now: Part, before: Part, nameOf: (of: Part, at: number) => string): PartDiff {
  const items = childrenOf(now.tree, now.part)
  const old = childrenOf(before.tree, before.part)
  const byName = new Map<string, PartIndex[]>()
  for (const [at, part] of [...old.entries()].reverse()) {
    const name = nameOf({ tree: before.tree, part }, at)
    const known = byName.get(name)
    if (known === undefined) byName.set(name, [part])
    else known.push(part)
  }
  const columns = new DiffColumns(items.length + old.length)
  for (const [at, part] of items.entries()) {
    const item = { tree: now.tree, part }
    const was = byName.get(nameOf(item, at))?.pop()
    if (was === undefined) columns.add(part, ADDED)
    else if (sameText(item, { tree: before.tree, part: was })) columns.add(part, SAME)
    else columns.add(part, CHANGED, was)
  }
  const gone = [...byName.values()].flat().sort((a, b) => a - b)
  for (const part of gone) columns.add(part, REMOVED)
  return columns.done()
}

/**
 * How the items of a value differ from those of an earlier one, one level deep: a changed item is compared when its
 * own items are looked at. Null where the two are not of one kind, so that every item is another.
 */
export function diffParts(now: Part, before: Part): PartDiff | null {
  const kind = kindAt(now.tree, now.part)
  if (kind !== kindAt(before.tree, before.part)) return null
  switch (kind) {
    case 'list':
    case 'tuple':
      return sequenceDiff(now, before)
    case 'dict':
      return namedDiff(now, before, ({ tree, part }) => labelAt(tree, part) ?? '')
    case 'set':
      return namedDiff(now, before, ({ tree, part }) => textAt(tree, part))
    case 'call':
    case 'angle':
      if (calledName(now.tree, now.part) !== calledName(before.tree, before.part)) return null
      return namedDiff(now, before, ({ tree, part }, at) => labelAt(tree, part) ?? `#${at}`)
    default:
      return null
  }
}
