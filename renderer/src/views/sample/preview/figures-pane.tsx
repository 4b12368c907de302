import { useCallback, useMemo } from 'react'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { rootScope } from '../../../../../shared/trajectory/scope.ts'
import type { SourceIndex } from '../../../../../shared/trajectory/source-index.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { useAtom } from '../../../state/atom.ts'
import { useFocus } from '../../../state/place.ts'
import { useInParts } from '../../../ui/use-in-parts.ts'
import { actionsIn } from '../policy/policy-edits.ts'
import type { Unreached } from './coverage.ts'
import { CoveragePane } from './coverage-pane.tsx'
import type { PathsRequest, SampledPath } from './draw-paths.ts'
import { Histograms } from './histograms.tsx'
import { LegalActions } from './legal-actions.tsx'
import { countPaths } from './path-counts.ts'
import { type TriedChange, tryChanges } from './policy-changes.ts'
import { coverageCountAtom, previewPlaceAtom } from './preview-state.ts'
import { type ShownPaths, useCoverage } from './use-coverage.ts'
import { PREVIEWED, type PreviewChoice, type PreviewedTrace } from './use-preview.ts'

interface FiguresPaneProps {
  readonly previewed: PreviewedTrace
  readonly sources: SourceIndex
  readonly choice: PreviewChoice
  readonly paths: readonly SampledPath[]
  /** Paths of the policy beside this one, and what both are called. */
  readonly beside: (ShownPaths & { readonly sides: readonly [string, string] }) | null
  readonly onPolicy: (policy: PolicyDocument) => void
}

const NO_CALLS: readonly Unreached[] = []

/** The changes that would enter some of these calls, tried while nothing else is done. */
function useChanges(
  { previewed, choice, sources }: FiguresPaneProps,
  calls: readonly Unreached[],
): readonly TriedChange[] | null {
  const { trace, exit } = previewed
  const { policy, direction, seed, queried } = choice
  const asked = useMemo(
    () => ({
      request: { sources, trace, exit, policy, direction, seed, count: PREVIEWED, queried },
      unreached: calls,
    }),
    [sources, trace, exit, policy, direction, seed, queried, calls],
  )
  // While a slider is dragged there is no time for what is tried besides.
  const { request, unreached } = useDebounced(asked)
  const start = useCallback(
    () => tryChanges(request as PathsRequest, unreached),
    [request, unreached],
  )
  const isAsked = request.policy !== null && unreached.length > 0
  return useInParts(isAsked ? start : null)
}

/** The state whose actions are told: that of the chosen path, else the one in focus. */
function useStateInFocus(paths: readonly SampledPath[]) {
  const { step } = useFocus()
  const { path, state } = useAtom(previewPlaceAtom)
  const chosen = path === null ? undefined : paths[path]
  const visited = state === 0 ? chosen?.start : chosen?.steps[state - 1]?.target
  const isVisited = visited !== undefined && visited !== null && visited.seq === step
  return { chosen, at: isVisited ? visited : { seq: step ?? 0, duplicate: false } }
}

/** What can be said of the paths in numbers: actions at a state, coverage, histograms; beside another policy, both. */
export function FiguresPane(props: FiguresPaneProps) {
  const { previewed, sources, choice, paths, beside, onPolicy } = props
  const { direction } = choice
  const count = useAtom(coverageCountAtom)
  const shown = useMemo(() => ({ choice, sources, paths }), [choice, sources, paths])
  const covered = useCoverage(previewed, shown, count)
  const otherCovered = useCoverage(previewed, beside, count)
  const changes = useChanges(props, covered?.coverage.unreached ?? NO_CALLS)
  const { chosen, at } = useStateInFocus(paths)
  const counts = useMemo(
    () => countPaths(sources, paths, actionsIn(direction)),
    [sources, paths, direction],
  )
  const other = useMemo(() => {
    if (beside === null) return null
    const { sides } = beside
    return {
      sides,
      counts: countPaths(sources, beside.paths, actionsIn(direction)),
    }
  }, [sources, beside, direction])
  const scope = chosen?.scope ?? rootScope(sources.tree)
  return (
    <section
      className="preview-figures"
      aria-label="Figures of the paths"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
    >
      {scope === null ? null : <LegalActions {...{ sources, scope, direction, at }} />}
      {covered === null ? null : (
        <CoveragePane
          {...covered}
          other={
            beside === null || otherCovered === null
              ? null
              : { ...otherCovered, sides: beside.sides }
          }
          count={count}
          onCount={coverageCountAtom.set}
          changes={changes}
          onTake={({ policy }) => onPolicy(policy)}
        />
      )}
      <Histograms counts={counts} other={other} />
    </section>
  )
}
