import { useEffect, useMemo, useReducer } from 'react'
import type { SourceLoop } from '../../../../shared/tree/loops.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { type FrameFacts, readingOf } from './frame-facts.ts'

/**
 * Facts of a state's frame, null while a long frame or a long file's loops are still read, which goes on a slice at a
 * time between frames of the page; or where no state is given.
 */
export function useFrameFacts(
  model: TreeModel,
  node: StateNode | null,
  loopsOfFile: (file: number) => readonly SourceLoop[] | null,
): FrameFacts | null {
  const [, update] = useReducer((count: number) => count + 1, 0)
  const frame = node?.frame ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: every state of a frame leads to the same reading
  const reading = useMemo(() => {
    const loops = node === null ? null : loopsOfFile(node.file ?? 0)
    return node === null || loops === null ? null : readingOf(model, node, loops)
  }, [model, frame, loopsOfFile])
  useEffect(() => {
    if (reading === null || reading.facts !== null) return
    const timer = setInterval(() => {
      if (!reading.readOn()) return
      clearInterval(timer)
      update()
    })
    return () => clearInterval(timer)
  }, [reading])
  return reading?.facts ?? null
}
