import { must } from '../base/assert.ts'
import { atOnce, type InParts, Pace } from '../base/parts.ts'
import { type FileLines, stateLine } from '../trace/source.ts'
import type { StateTree } from '../tree/node.ts'
import type { Scope } from './types.ts'

/** Source texts with the seq of their last occurrence up to the end of a scope, ascending; -1 for none. */
export interface LastSeen {
  readonly texts: readonly string[]
  readonly seqs: readonly number[]
}

/** What only some policies ask of a trace, where it is known. */
export interface TraceFacts {
  /** Paths of the trace's files; none where its program is its only file. */
  readonly paths?: readonly string[]
  /** By seq: how many variables the event's frame was first seen to have written there. */
  readonly writes?: ArrayLike<number>
  /** By seq: characters of the names and values of those variables, and of the event's argument. */
  readonly sizes?: ArrayLike<number>
}

/** Which source text each state shows, both ways round. Built once for a trace, shared by all its trajectories. */
export interface SourceIndex extends TraceFacts {
  readonly tree: StateTree
  readonly files: FileLines
  /** Text of the source line a state is at. */
  readonly textAt: (seq: number) => string
  /** First state after `seq` and up to `close` that shows the text, null if none. O(log n). */
  readonly nextWith: (text: string, seq: number, close: number) => number | null
  /**
   * Texts a breakpoint may name in a scope, by where they occur last: those the trace shows, and lines of the
   * scope's own file that hold code but are not shown. The last answer is remembered.
   */
  readonly lastSeenIn: (scope: Scope) => LastSeen
}

/** Position of the first element greater than `value` in ascending positions. */
export function firstAfter(positions: readonly number[], value: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Lines a program could stop at: neither blank nor only a comment. */
export function isCodeLine(text: string): boolean {
  return /^\s*[^\s#]/.test(text)
}

interface Occurrences {
  readonly textIds: Int32Array
  readonly texts: readonly string[]
  readonly positions: ReadonlyMap<string, readonly number[]>
}

function* collectOccurrences(tree: StateTree, files: FileLines): InParts<Occurrences> {
  const pace = new Pace()
  const textIds = new Int32Array(tree.nodes.length)
  const texts: string[] = []
  const idOf = new Map<string, number>()
  const positions = new Map<string, number[]>()
  for (const node of tree.nodes) {
    if (pace.isDue()) yield
    const text = stateLine(files, node)
    const id = idOf.get(text) ?? texts.push(text) - 1
    idOf.set(text, id)
    textIds[node.seq] = id
    const list = positions.get(text)
    if (list === undefined) positions.set(text, [node.seq])
    else list.push(node.seq)
  }
  return { textIds, texts, positions }
}

function sortLastSeen(
  positions: ReadonlyMap<string, readonly number[]>,
  candidates: ReadonlySet<string>,
  close: number,
): LastSeen {
  const found: { text: string; last: number }[] = []
  for (const text of candidates) {
    const list = positions.get(text) ?? []
    found.push({ text, last: list[firstAfter(list, close) - 1] ?? -1 })
  }
  // Two texts share a `last` only at -1, where the stable sort keeps the order of the source.
  found.sort((a, b) => a.last - b.last)
  return { texts: found.map(({ text }) => text), seqs: found.map(({ last }) => last) }
}

/** The index of a tree whose states show their lines of `files`, at once. */
export function createSourceIndex(
  tree: StateTree,
  files: FileLines,
  facts: TraceFacts = {},
): SourceIndex {
  return atOnce(sourceIndexInParts(tree, files, facts))
}

/** The same with pauses, for the window: a million events take some tenths of a second. */
export function* sourceIndexInParts(
  tree: StateTree,
  files: FileLines,
  facts: TraceFacts = {},
): InParts<SourceIndex> {
  const { textIds, texts, positions } = yield* collectOccurrences(tree, files)
  const candidatesOf = files.map(() => null as ReadonlySet<string> | null)
  let remembered: { file: number; close: number; seen: LastSeen } | null = null

  const candidatesIn = (file: number): ReadonlySet<string> => {
    candidatesOf[file] ??= new Set([...(files[file] ?? []), ...texts].filter(isCodeLine))
    return candidatesOf[file]
  }
  const lastSeenIn = ({ open, close }: Scope): LastSeen => {
    const file = tree.nodes[open]?.file ?? 0
    if (remembered?.close !== close || remembered.file !== file) {
      remembered = { file, close, seen: sortLastSeen(positions, candidatesIn(file), close) }
    }
    return must(remembered, 'lines last seen').seen
  }
  const nextWith = (text: string, seq: number, close: number): number | null => {
    const list = positions.get(text) ?? []
    const found = list[firstAfter(list, seq)]
    return found === undefined || found > close ? null : found
  }
  const textAt = (seq: number): string => must(texts[textIds[seq] ?? -1], `text of state ${seq}`)
  return { ...facts, tree, files, textAt, nextWith, lastSeenIn }
}
