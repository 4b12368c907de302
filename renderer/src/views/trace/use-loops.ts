import { useCallback, useMemo, useState } from 'react'
import { type LoopPlace, loopsAt, type SourceLoop } from '../../../../shared/tree/loops.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { loopsOfSource } from '../../ui/python-loops.ts'
import type { ShownFiles } from '../common/use-trace-files.ts'
import { loopStateOf } from './frame-facts.ts'
import { useFrameFacts } from './use-frame-facts.ts'

export interface Loops {
  /** Loops around the state in focus, innermost first. */
  readonly around: readonly LoopPlace[]
  /** The one whose passes the keys go through: the innermost, unless another was chosen. */
  readonly chosen: LoopPlace | null
  readonly choose: (place: LoopPlace) => void
  readonly loopsOfFile: (file: number) => readonly SourceLoop[]
  /** A long frame's passes are still counted. */
  readonly counting: boolean
}

const NONE: readonly LoopPlace[] = []
const NO_LOOPS: readonly SourceLoop[] = []

/** Loops of each file, read from its text when they are first asked for. */
export function useSourceLoops({ files }: ShownFiles): Loops['loopsOfFile'] {
  return useMemo(() => {
    const known = new Map<number, readonly SourceLoop[]>()
    return (file) => {
      const found = known.get(file) ?? loopsOfSource(files[file]?.source ?? '')
      known.set(file, found)
      return found.length === 0 ? NO_LOOPS : found
    }
  }, [files])
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
