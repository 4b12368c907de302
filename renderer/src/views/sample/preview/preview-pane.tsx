import { type ReactNode, useMemo } from 'react'
import { formatNoun } from '../../../../../shared/base/words.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { useAtom } from '../../../state/atom.ts'
import { useSize } from '../../../state/layout.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { useCompared } from './compared.ts'
import type { SampledPath } from './draw-paths.ts'
import { FiguresPane } from './figures-pane.tsx'
import { PreviewLanes } from './preview-lanes.tsx'
import { previewPlaceAtom } from './preview-state.ts'
import { PreviewTree } from './preview-tree.tsx'
import { type PolicyChoice, usePaths, usePreviewedTrace } from './use-preview.ts'

interface PreviewPaneProps {
  readonly trace: string
  readonly choice: PolicyChoice
  /** What is wrong with the policy, in words; the paths of its last valid state stay away. */
  readonly policyError: string | null
  readonly onPolicy: (policy: PolicyDocument) => void
  /** Seed and its keys, beside the title. */
  readonly head: ReactNode
}

const NO_PATHS: readonly SampledPath[] = []

/** What a policy draws from a trace, before anything is written; beside another one, what both do. */
export function PreviewPane(props: PreviewPaneProps) {
  const { trace, choice, policyError, head } = props
  const { direction, seed, policy } = choice
  const previewed = usePreviewedTrace(trace)
  const compared = useCompared()
  const own = usePaths(previewed, choice)
  const other = usePaths(previewed, { policy: compared?.policy ?? null, direction, seed })
  const { path } = useAtom(previewPlaceAtom)
  const figures = useSize('sample.figures', 300)
  const lanes = useSize('sample.lanes', 372)
  const { tree } = previewed
  const { sources } = own
  const paths = own.drawn?.ok === true ? own.drawn.value : NO_PATHS
  const otherPaths = other.drawn?.ok === true ? other.drawn.value : NO_PATHS
  const name = policy?.name ?? ''
  const beside = useMemo(
    () =>
      compared === null
        ? null
        : {
            paths: otherPaths,
            choice: other.choice,
            sources: other.sources,
            sides: [name, compared.name] as const,
          },
    [compared, otherPaths, other.choice, other.sources, name],
  )
  const otherError = compared?.error ?? (other.drawn?.ok === false ? other.drawn.error : null)
  const problem =
    policyError ?? own.error ?? (own.drawn?.ok === false ? own.drawn.error : tree.error)
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Preview</h3>
        <span className="muted numbers ellipsis">
          {own.drawn?.ok !== true
            ? previewed.program
            : `${formatNoun(paths.length, 'path')} over ${formatNoun(tree.loaded, 'event')} of ${previewed.program}`}
        </span>
        <span className="spacer" />
        {head}
      </div>
      {problem !== null ? (
        <EmptyState text={problem} />
      ) : own.drawn === null || sources === null ? (
        <EmptyState
          text={
            tree.complete && tree.loaded === 0
              ? 'The trace has no events, so there is nothing to draw from.'
              : 'Reading the tree…'
          }
        />
      ) : (
        <SplitPane
          // Zoom and folded calls are of this trace alone.
          key={trace}
          label="Paths and figures"
          sized="second"
          min={240}
          minRest={320}
          {...figures}
        >
          <SplitPane label="Lanes and tree" direction="column" min={120} minRest={80} {...lanes}>
            <PreviewLanes
              previewed={previewed}
              paths={paths}
              beside={beside}
              besideError={otherError}
            />
            <PreviewTree
              previewed={previewed}
              paths={paths}
              chosen={path === null || path >= paths.length ? null : path}
            />
          </SplitPane>
          <FiguresPane
            {...{ previewed, sources, paths, beside }}
            choice={own.choice}
            onPolicy={props.onPolicy}
          />
        </SplitPane>
      )}
    </div>
  )
}
