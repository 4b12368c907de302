import { useMemo, useState } from 'react'
import { useTrace } from '../../api/traces.ts'
import { revealSeq } from '../../draw/outline.ts'
import type { RowNote } from '../../draw/outline-shapes.ts'
import { openView, setFocus, useFocus } from '../../state/place.ts'
import { StateTreeCanvas } from '../../ui/state-tree-canvas.tsx'
import type { StepRow } from '../../ui/step-rows.ts'
import { useTraceFiles } from '../common/use-trace-files.ts'
import { useTreeModel } from '../common/use-tree-model.ts'

interface PathTreeProps {
  readonly trace: string
  readonly rows: readonly StepRow[]
  readonly onState: (state: number) => void
}

const NOTHING: ReadonlySet<number> = new Set()

/** For each state of the tree the trajectory visits: which step led to it. Inverse states share a row. */
function pathNotes(rows: readonly StepRow[]): ReadonlyMap<number, RowNote> {
  const notes = new Map<number, RowNote>()
  for (const row of rows) {
    if (row.isExit) continue
    const step = row.action === null ? 'start' : `${row.state - 1} ${row.action}`
    const before = notes.get(row.seq)
    notes.set(row.seq, {
      tone: 'value',
      text: before === undefined ? `◂ ${step}` : `${before.text}, ${step}`,
    })
  }
  return notes
}

/** The sampled path over the state tree of its trace. A click on a visited state goes to its step. */
export function PathTree({ trace, rows, onState }: PathTreeProps) {
  const { step } = useFocus()
  const { data } = useTrace(trace)
  const { model, loaded } = useTreeModel(trace)
  const [collapsed, setCollapsed] = useState(NOTHING)
  const [followed, setFollowed] = useState<number | null>(null)
  if (step !== followed) {
    setFollowed(step)
    if (step !== null) setCollapsed(revealSeq(model.nodes, collapsed, step))
  }
  const notes = useMemo(() => pathNotes(rows), [rows])
  const files = useTraceFiles(data)
  const onFocus = (seq: number): void => {
    const row = rows.find((candidate) => candidate.seq === seq && !candidate.isExit)
    if (row === undefined) setFocus({ step: seq })
    else onState(row.state)
  }
  return (
    <StateTreeCanvas
      model={model}
      loaded={loaded}
      files={files}
      notes={notes}
      focus={step}
      exit={null}
      collapsed={collapsed}
      onCollapsed={setCollapsed}
      onFocus={onFocus}
      onOpen={(seq) => openView('trace', { step: seq })}
      onWindow={ignore}
      label="Path of the trajectory over the state tree"
    />
  )
}

function ignore(): void {}
