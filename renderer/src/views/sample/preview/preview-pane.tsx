import { type ReactNode, useCallback, useMemo } from 'react'
import { formatCount } from '../../../../../shared/base/words.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { rootScope } from '../../../../../shared/trajectory/scope.ts'
import { useAtom } from '../../../state/atom.ts'
import { useSize } from '../../../state/layout.ts'
import { useFocus } from '../../../state/place.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { useInParts } from '../../../ui/use-in-parts.ts'
import { actionsIn } from '../policy/policy-edits.ts'
import { coverageOf } from './coverage.ts'
import { CoveragePane } from './coverage-pane.tsx'
import type { PathsRequest, SampledPath } from './draw-paths.ts'
import { Histograms } from './histograms.tsx'
import { LegalActions } from './legal-actions.tsx'
import { countPaths } from './path-counts.ts'
import { tryChanges } from './policy-changes.ts'
import { PreviewLanes } from './preview-lanes.tsx'
import { previewPlaceAtom } from './preview-state.ts'
import { PreviewTree } from './preview-tree.tsx'
import {
  PREVIEWED,
  type PreviewChoice,
  type PreviewedTrace,
  usePaths,
  usePreviewedTrace,
} from './use-preview.ts'

interface PreviewPaneProps {
  readonly trace: string
  readonly choice: PreviewChoice
  /** What is wrong with the policy, in words; the paths of its last valid state stay away. */
  readonly policyError: string | null
  readonly onPolicy: (policy: PolicyDocument) => void
  /** Seed and its keys, beside the title. */
  readonly head: ReactNode
}

const NO_PATHS: readonly SampledPath[] = []

/** The changes that would reach more, tried while nothing else is done. */
function useChanges(
  previewed: PreviewedTrace,
  choice: PreviewChoice,
  paths: readonly SampledPath[],
) {
  const { sources, trace, exit } = previewed
  const { policy, direction, seed } = choice
  const coverage = useMemo(
    () => (sources === null ? null : coverageOf(sources.tree, paths)),
    [sources, paths],
  )
  const start = useCallback(() => {
    const request = { sources, trace, exit, policy, direction, seed, count: PREVIEWED, queried: [] }
    return tryChanges(request as PathsRequest, coverage?.unreached ?? [])
  }, [sources, trace, exit, policy, direction, seed, coverage])
  const isAsked = policy !== null && (coverage?.unreached.length ?? 0) > 0
  return { coverage, changes: useInParts(isAsked ? start : null) }
}

function Figures({
  previewed,
  choice,
  paths,
  onPolicy,
}: Omit<PreviewPaneProps, 'trace' | 'policyError' | 'head'> & {
  readonly previewed: PreviewedTrace
  readonly paths: readonly SampledPath[]
}) {
  const { step } = useFocus()
  const { path, state } = useAtom(previewPlaceAtom)
  const { sources } = previewed
  const { coverage, changes } = useChanges(previewed, choice, paths)
  const counts = useMemo(
    () => (sources === null ? null : countPaths(sources.tree, paths, actionsIn(choice.direction))),
    [sources, paths, choice.direction],
  )
  if (sources === null || counts === null || coverage === null) return null
  const chosen = path === null ? undefined : paths[path]
  const visited = state === 0 ? chosen?.start : chosen?.steps[state - 1]?.target
  const scope = chosen?.scope ?? rootScope(sources.tree)
  const at =
    visited?.seq === step && visited !== undefined ? visited : { seq: step ?? 0, duplicate: false }
  return (
    <section
      className="preview-figures"
      aria-label="Figures of the paths"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
    >
      {scope === null ? null : (
        <LegalActions
          sources={sources}
          scope={scope}
          direction={choice.direction}
          at={at ?? null}
        />
      )}
      <CoveragePane
        coverage={coverage}
        paths={paths.length}
        changes={changes}
        onTake={({ policy }) => onPolicy(policy)}
      />
      <Histograms counts={counts} other={null} />
    </section>
  )
}

/** What a policy draws from a trace, before anything is written. */
export function PreviewPane(props: PreviewPaneProps) {
  const { trace, choice, policyError, head } = props
  const previewed = usePreviewedTrace(trace)
  const drawn = usePaths(previewed, choice)
  const { path } = useAtom(previewPlaceAtom)
  const paths = drawn?.ok === true ? drawn.value : NO_PATHS
  const figures = useSize('sample.figures', 300)
  const lanes = useSize('sample.lanes', 372)
  const problem = policyError ?? (drawn?.ok === false ? drawn.error : previewed.tree.error)
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Preview</h3>
        <span className="muted numbers ellipsis">
          {paths.length} paths over {formatCount(previewed.tree.loaded)} events of{' '}
          {previewed.program}
        </span>
        <span className="spacer" />
        {head}
      </div>
      {problem !== null ? (
        <EmptyState text={problem} />
      ) : drawn === null ? (
        <EmptyState text="Reading the tree…" />
      ) : (
        <SplitPane label="Paths and figures" sized="second" min={240} minRest={320} {...figures}>
          <SplitPane label="Lanes and tree" direction="column" min={120} minRest={80} {...lanes}>
            <PreviewLanes previewed={previewed} paths={paths} />
            <PreviewTree
              previewed={previewed}
              paths={paths}
              chosen={path === null || path >= paths.length ? null : path}
            />
          </SplitPane>
          <Figures {...{ previewed, choice, paths }} onPolicy={props.onPolicy} />
        </SplitPane>
      )}
    </div>
  )
}
