import type { ReactNode } from 'react'
import { useComparedTrees, useSize } from '../../state/layout.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useShareOf } from '../common/share-of.ts'
import type { TracePane } from './use-panes.ts'

interface TracePanesProps {
  /** The pane that is shown alone; null while all are. */
  readonly alone: TracePane | null
  readonly source: ReactNode
  readonly tree: ReactNode
  readonly variables: ReactNode
}

/** Source, state tree and variables beside each other. */
function PanesInRow({ alone, source, tree, variables }: TracePanesProps) {
  const left = useSize('trace.source', useShareOf(0.34, 380, 620))
  const right = useSize('trace.variables', useShareOf(0.28, 320, 520))
  return (
    <SplitPane
      label="Source and state tree"
      names={['source', null]}
      only={alone === null ? null : alone === 'source' ? 'first' : 'second'}
      min={200}
      minRest={480}
      {...left}
    >
      {source}
      <SplitPane
        label="State tree and variables"
        names={['tree', 'variables']}
        only={alone === 'tree' ? 'first' : alone === 'variables' ? 'second' : null}
        sized="second"
        min={200}
        minRest={280}
        {...right}
      >
        {tree}
        {variables}
      </SplitPane>
    </SplitPane>
  )
}

/** Windows from this width on have room for tree and variables beside each other in half of them. */
const WIDE = 1600

function ofHeight(share: number): number {
  return Math.round(share * globalThis.innerHeight)
}

/** The same panes in half of the window: the source above, and the tree only where there is room or it is asked for. */
function PanesOfHalf({ alone, source, tree, variables }: TracePanesProps) {
  const isWide = globalThis.innerWidth >= WIDE
  const trees = useComparedTrees()
  const top = useSize('compare.source', ofHeight(0.3))
  const bottom = useSize('compare.variables', ofHeight(0.26))
  const right = useSize('compare.variables-beside', useShareOf(0.22, 320, 460))
  const only = alone === 'tree' ? 'first' : alone === 'variables' || !trees ? 'second' : null
  return (
    <SplitPane
      label="Source and state tree"
      direction="column"
      names={['source', null]}
      only={alone === null ? null : alone === 'source' ? 'first' : 'second'}
      min={72}
      minRest={140}
      {...top}
    >
      {source}
      <SplitPane
        label="State tree and variables"
        direction={isWide ? 'row' : 'column'}
        names={['tree', 'variables']}
        only={only}
        sized="second"
        min={isWide ? 240 : 100}
        minRest={isWide ? 240 : 72}
        {...(isWide ? right : bottom)}
      >
        {tree}
        {variables}
      </SplitPane>
    </SplitPane>
  )
}

/** The panes of a trace, in the whole view or in half of it. */
export function TracePanes({ isHalf, ...props }: TracePanesProps & { readonly isHalf: boolean }) {
  return isHalf ? <PanesOfHalf {...props} /> : <PanesInRow {...props} />
}
