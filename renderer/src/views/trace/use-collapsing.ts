import { useCallback, useRef } from 'react'
import type { InParts } from '../../../../shared/base/parts.ts'
import { runInParts } from '../../ui/use-in-parts.ts'
import { useLatest } from '../../ui/use-latest.ts'
import type { Debugger } from './use-debugger.ts'

type Change = <Result>(
  parts: InParts<Result>,
  collapsedOf: (result: Result) => ReadonlySet<number> | null,
) => void

/**
 * Changes what is collapsed by a computation over the whole tree, without keeping the page from answering. What the
 * user collapses or expands meanwhile is not overwritten; a later change ends an earlier one that is not done.
 */
export function useCollapsing(debug: Debugger): Change {
  const stop = useRef((): void => {})
  const start = useRef(debug.collapsed)
  const begin = useLatest(() => {
    start.current = debug.collapsed
  })
  const finish = useLatest((next: ReadonlySet<number> | null) => {
    if (next !== null && debug.collapsed === start.current) debug.setCollapsed(next)
  })
  return useCallback(
    (parts, collapsedOf) => {
      stop.current()
      begin()
      stop.current = runInParts(parts, (result) => finish(collapsedOf(result)))
    },
    [begin, finish],
  )
}
