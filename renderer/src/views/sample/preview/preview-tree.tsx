import { useMemo, useState } from 'react'
import { revealSeq } from '../../../draw/outline.ts'
import { openView, setFocus, useFocus } from '../../../state/place.ts'
import { StateTreeCanvas } from '../../../ui/state-tree-canvas.tsx'
import type { SampledPath } from './draw-paths.ts'
import { stepNotes, visitNotes } from './path-notes.ts'
import type { PreviewedTrace } from './use-preview.ts'

interface PreviewTreeProps {
  readonly previewed: PreviewedTrace
  readonly paths: readonly SampledPath[]
  readonly chosen: number | null
}

const NOTHING: ReadonlySet<number> = new Set()

/** The state tree with how many of the paths visit each state, or with the steps of the chosen one. */
export function PreviewTree({ previewed, paths, chosen }: PreviewTreeProps) {
  const { step } = useFocus()
  const { model, loaded } = previewed.tree
  const [collapsed, setCollapsed] = useState(NOTHING)
  const [followed, setFollowed] = useState<number | null>(null)
  if (step !== followed) {
    setFollowed(step)
    if (step !== null) setCollapsed(revealSeq(model.nodes, collapsed, step))
  }
  const path = chosen === null ? undefined : paths[chosen]
  const notes = useMemo(
    () => (path === undefined ? visitNotes(paths) : stepNotes(path)),
    [paths, path],
  )
  return (
    <StateTreeCanvas
      model={model}
      loaded={loaded}
      files={previewed.files}
      notes={notes}
      focus={step}
      exit={null}
      collapsed={collapsed}
      onCollapsed={setCollapsed}
      onFocus={(seq) => setFocus({ step: seq })}
      onOpen={(seq) => openView('trace', { step: seq })}
      onWindow={ignore}
      label="Sampled paths over the state tree"
    />
  )
}

function ignore(): void {}
