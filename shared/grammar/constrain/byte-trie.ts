/** Byte strings that share their beginnings. Node 0 is the root; children come after their parents. */
export interface ByteTrie {
  /** How many nodes there are. */
  readonly size: number
  /** The byte that leads to a node. */
  readonly byte: Uint8Array
  /** 0 where there is none, as the root is nobody's child. */
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
  /** 1 where a string ends. */
  readonly isEnd: Uint8Array
  /** Length of the longest string. */
  readonly depth: number
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export function byteTrie(strings: readonly Uint8Array[]): ByteTrie {
  const sorted = [...strings].sort(compare)
  const most = 1 + sorted.reduce((sum, { length }) => sum + length, 0)
  const byte = new Uint8Array(most)
  const firstChild = new Int32Array(most)
  const nextSibling = new Int32Array(most)
  const isEnd = new Uint8Array(most)
  let size = 1
  let depth = 0
  /** Nodes from the root down to the end of the string before; in sorted order a new node is the last of its siblings. */
  const path = [0]
  let before = new Uint8Array()
  for (const string of sorted) {
    let at = 0
    while (at < before.length && before[at] === string[at]) at += 1
    let sibling = path[at + 1] ?? 0
    path.length = at + 1
    for (; at < string.length; at++) {
      const node = size++
      byte[node] = string[at] ?? 0
      if (sibling === 0) firstChild[path[at] ?? 0] = node
      else nextSibling[sibling] = node
      sibling = 0
      path.push(node)
    }
    isEnd[path[string.length] ?? 0] = 1
    depth = Math.max(depth, string.length)
    before = string as Uint8Array<ArrayBuffer>
  }
  return { size, byte, firstChild, nextSibling, isEnd, depth }
}

/** The child that a byte leads to, -1 if none. */
export function childOf(
  { byte, firstChild, nextSibling }: ByteTrie,
  node: number,
  to: number,
): number {
  for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
    if (byte[child] === to) return child
  }
  return -1
}

/** Fewest bytes from each node to the end of a string. */
export function bytesToEnd({ size, firstChild, nextSibling, isEnd }: ByteTrie): Int32Array {
  const least = new Int32Array(size)
  for (let node = size - 1; node >= 0; node--) {
    if (isEnd[node] === 1) continue
    let best = Number.MAX_SAFE_INTEGER
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      best = Math.min(best, 1 + (least[child] ?? 0))
    }
    least[node] = best
  }
  return least
}
