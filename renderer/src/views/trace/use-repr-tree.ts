import { useEffect, useMemo, useState } from 'react'
import type { Value } from '../../../../shared/trace/event.ts'
import { isCutValue, parseRepr, ReprReader } from '../../../../shared/trace/repr-parse.ts'
import type { ReprTree } from '../../../../shared/trace/repr-tree.ts'

/** Values are the same objects for as long as their state is kept. */
const trees = new WeakMap<Value, ReprTree>()

/** A text of this length is read within a frame. */
const AT_ONCE_CHARS = 100_000
/** Watches look into no longer text, which is read again at each step that changes it. */
export const WATCH_CHARS = 1_100_000
/** Long trees kept by their text: each state has values of its own, but few of them are other texts. */
const KEPT = 4
const LONG_CHARS = 10_000
let recent: readonly ReprTree[] = []
const SLICE_MS = 8
const SLICE_PARTS = 2000

function keep(value: Value, tree: ReprTree): ReprTree {
  trees.set(value, tree)
  if (value.text.length > LONG_CHARS) {
    recent = [tree, ...recent.filter((other) => other !== tree)].slice(0, KEPT)
  }
  return tree
}

/** The parts of a value if they were read, of this value or of one with the same text. */
function knownTree(value: Value): ReprTree | null {
  const known = trees.get(value)
  if (known !== undefined) return known
  if (value.text.length <= LONG_CHARS || isCutValue(value)) return null
  const same = recent.find((tree) => tree.text === value.text && tree.cut[0] === 0)
  return same === undefined ? null : keep(value, same)
}

/** The parts of a value, read at once. */
export function treeOf(value: Value): ReprTree {
  return knownTree(value) ?? keep(value, parseRepr(value.text, isCutValue(value)))
}

function readSlices(value: Value, onDone: () => void): () => void {
  const reader = new ReprReader(value.text, isCutValue(value))
  let timer: ReturnType<typeof setTimeout> | null = null
  const slice = (): void => {
    const until = performance.now() + SLICE_MS
    let tree: ReprTree | null = null
    while (tree === null && performance.now() < until) tree = reader.read(SLICE_PARTS)
    if (tree === null) timer = setTimeout(slice)
    else {
      keep(value, tree)
      onDone()
    }
  }
  timer = setTimeout(slice)
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}

/** The parts of a value, null while a long text is read; the page stays usable meanwhile. */
export function useReprTree(value: Value | null): ReprTree | null {
  const [, setRead] = useState(0)
  const known = value === null ? null : knownTree(value)
  const isShort = value !== null && value.text.length <= AT_ONCE_CHARS
  const waiting = known === null && !isShort ? value : null
  useEffect(() => {
    if (waiting !== null) return readSlices(waiting, () => setRead((count) => count + 1))
    return undefined
  }, [waiting])
  return useMemo(() => {
    if (known !== null || value === null) return known
    return isShort ? treeOf(value) : null
  }, [known, value, isShort])
}
