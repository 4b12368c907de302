import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { sourceLines } from '../../../../shared/trace/source.ts'
import { loopsInParts, loopsOfLines } from '../../../../shared/tree/loop-lines.ts'
import { type LoopPlace, loopsAt, type SourceLoop } from '../../../../shared/tree/loops.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { runInParts } from '../../ui/use-in-parts.ts'
import type { ShownFiles } from '../common/use-trace-files.ts'
import { loopStateOf } from './frame-facts.ts'
import { useFrameFacts } from './use-frame-facts.ts'

export interface Loops {
  /** Loops around the state in focus, innermost first. */
  readonly around: readonly LoopPlace[]
  /** The one whose passes the keys go through: the innermost, unless another was chosen. */
  readonly chosen: LoopPlace | null
  readonly choose: (place: LoopPlace) => void
  /** Null while those of a long file are still read. */
  readonly loopsOfFile: (file: number) => readonly SourceLoop[] | null
  /** A long frame's passes are still counted, or a long file's loops still read. */
  readonly counting: boolean
}

const NONE: readonly LoopPlace[] = []
const NO_LOOPS: readonly SourceLoop[] = []

/** Characters of a source whose loops are read at once: a few milliseconds. */
const SHORT_SOURCE = 20_000

/** Loops of each file, read from its text when they are first asked for; of a long one while the page has time. */
function createLoopIndex(files: ShownFiles['files']) {
  const known = new Map<number, readonly SourceLoop[] | null>()
  const listeners = new Set<() => void>()
  let version = 0
  const keep = (file: number, loops: readonly SourceLoop[]): readonly SourceLoop[] => {
    const kept = loops.length === 0 ? NO_LOOPS : loops
    known.set(file, kept)
    return kept
  }
  const readLong = (file: number, source: string): void => {
    runInParts(loopsInParts(sourceLines(source)), (loops) => {
      keep(file, loops)
      version += 1
      for (const listener of listeners) listener()
    })
  }
  return {
    version: () => version,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    loopsOf: (file: number): readonly SourceLoop[] | null => {
      const found = known.get(file)
      if (found !== undefined) return found
      const source = files[file]?.source ?? ''
      if (source.length <= SHORT_SOURCE) return keep(file, loopsOfLines(sourceLines(source)))
      known.set(file, null)
      // Whoever asks is drawing: nobody may be told within the call.
      setTimeout(() => readLong(file, source))
      return null
    },
  }
}

/** Loops of each file; another function whenever more of them are known. */
export function useSourceLoops({ files }: ShownFiles): Loops['loopsOfFile'] {
  const index = useMemo(() => createLoopIndex(files), [files])
  const version = useSyncExternalStore(index.subscribe, index.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the index knows
  return useMemo(() => (file: number) => index.loopsOf(file), [index, version])
}

interface Standing {
  readonly model: TreeModel
  readonly complete: boolean
  readonly seq: number
}

/**
 * The loops around the state in focus. A loop further out stays chosen while the focus is in it, so that its passes
 * can be gone through; before the tree is complete nothing is known of how many passes there are.
 */
export function useLoops({ model, complete, seq }: Standing, files: ShownFiles): Loops {
  const loopsOfFile = useSourceLoops(files)
  const node = complete ? loopStateOf(model, seq) : null
  const facts = useFrameFacts(model, node, loopsOfFile)
  const at = node?.seq ?? -1
  const around = useMemo(() => (facts === null ? NONE : loopsAt(facts.loops, at)), [facts, at])
  const [outer, setOuter] = useState<SourceLoop | null>(null)
  const kept = around.find(({ loop }) => loop === outer)
  const chosen = kept ?? around[0] ?? null
  const choose = useCallback(({ loop }: LoopPlace) => setOuter(loop), [])
  const counting = node !== null && facts === null
  return useMemo(
    () => ({ around, chosen, choose, loopsOfFile, counting }),
    [around, chosen, choose, loopsOfFile, counting],
  )
}
