import { useCallback, useMemo, useState } from 'react'
import { reasonAgainst, takeAction } from './actions.ts'
import type { Desk } from './use-desk.ts'

/** A line of the source that was chosen, and running the model to it. */
export interface RunToLine {
  /** From 1; null while none is chosen. */
  readonly line: number | null
  readonly choose: (line: number) => void
  /** Why it cannot be run to, in one sentence; null where it can. */
  readonly reason: string | null
  readonly run: () => void
}

/** The lines of the file that the way's code is. */
export function codeLines({ real, known }: Desk): readonly string[] {
  const { tree, files } = real.traced
  const { file = 0 } = tree.model.nodes[known.ground.scope.open] ?? {}
  return files.lines[file] ?? []
}

export function useRunToLine(desk: Desk): RunToLine {
  const [line, setLine] = useState<number | null>(null)
  const choose = useCallback((chosen: number) => setLine(chosen), [])
  return useMemo(() => {
    const text = line === null ? '' : (codeLines(desk)[line - 1] ?? '')
    const reason =
      reasonAgainst(desk, 'breakpoint') ??
      (text.trim() === '' ? 'Choose a line of code in the source first.' : null)
    return {
      ...{ line, choose, reason },
      run: () => takeAction(desk, { name: 'breakpoint', operand: text }),
    }
  }, [desk, line, choose])
}
