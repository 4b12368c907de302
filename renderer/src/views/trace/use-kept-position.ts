import { useEffect } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { lastAnswer } from '../../../../shared/tree/differences.ts'
import { useTrace } from '../../api/traces.ts'
import { useAtom } from '../../state/atom.ts'
import { leftFocusAtom, setFocus, useFocus } from '../../state/place.ts'
import { useTraceFiles } from '../common/use-trace-files.ts'
import { useTreeModel } from '../common/use-tree-model.ts'
import { type Alignable, useAlignment } from './use-alignment.ts'

/**
 * Keeps the position when another trace is opened in the view without a step: at the step that answers to the one
 * left, or the last before it that does, with the same variable. A move meanwhile says where the user wants to be.
 */
export function useKeptPosition({ trace }: TraceDetail, opened: Alignable): void {
  const left = useAtom(leftFocusAtom)
  const { step } = useFocus()
  const from = step === null && left !== null && left.trace !== trace ? left : null
  const leftTrace = from?.trace ?? null
  const tree = useTreeModel(leftTrace)
  const files = useTraceFiles(useTrace(leftTrace).data)
  const alignment = useAlignment({ tree, files }, opened)
  useEffect(() => {
    if (from === null || alignment === null) return
    leftFocusAtom.set(null)
    const { bOfA, aOfB } = alignment
    setFocus({ step: lastAnswer(bOfA, from.step ?? 0, aOfB.length), variable: from.variable })
  }, [from, alignment])
}
