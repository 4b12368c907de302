import { useMemo } from 'react'
import type { Result } from '../../../../../shared/base/result.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { policyAsksWrites } from '../../../../../shared/trajectory/rules.ts'
import { activationScope } from '../../../../../shared/trajectory/scope.ts'
import type { SourceIndex } from '../../../../../shared/trajectory/source-index.ts'
import type { Direction, Scope } from '../../../../../shared/trajectory/types.ts'
import { nodeAt } from '../../../../../shared/tree/navigate.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { errorText } from '../../../api/errors.ts'
import { usePolicyFacts } from '../../../api/policy-facts.ts'
import { useTrace } from '../../../api/traces.ts'
import { type ShownFiles, useTraceFiles } from '../../common/use-trace-files.ts'
import { type LoadedTree, useTreeModel } from '../../common/use-tree-model.ts'
import { drawPaths, type SampledPath } from './draw-paths.ts'
import { useSources } from './use-sources.ts'

/** Paths that are drawn before anything is written. */
export const PREVIEWED = 20

export interface PreviewedTrace {
  readonly trace: string
  readonly program: string
  readonly tree: LoadedTree
  readonly files: ShownFiles
  readonly sources: SourceIndex | null
  readonly exit: Parameters<typeof drawPaths>[0]['exit']
}

/** The trace that paths are drawn from; its sources are null until it is there as a whole. */
export function usePreviewedTrace(trace: string | null): PreviewedTrace {
  const { data } = useTrace(trace)
  const tree = useTreeModel(trace)
  const files = useTraceFiles(data)
  const areFilesThere = data !== undefined && files.lines.length >= data.files.length
  const sources = useSources(tree, files)
  return {
    trace: trace ?? '',
    program: data?.program ?? '',
    tree,
    files,
    sources: areFilesThere ? sources : null,
    exit: data?.exit ?? null,
  }
}

/** What one wants to see drawn; null for a policy that cannot be drawn by. */
export interface PolicyChoice {
  readonly policy: PolicyDocument | null
  readonly direction: Direction
  readonly seed: number
}

export interface PreviewChoice extends PolicyChoice {
  /** The calls that the query of the policy's entry keeps, where it has one. */
  readonly queried: readonly Scope[]
}

export interface DrawnPaths {
  readonly choice: PreviewChoice
  /** The tree with what the policy asks of it; null while that is on its way. */
  readonly sources: SourceIndex | null
  /** Null while the tree is on its way or the policy cannot be drawn by. */
  readonly drawn: Result<readonly SampledPath[], string> | null
  /** Why what the policy asks of the trace is not known, in words. */
  readonly error: string | null
}

const NO_SCOPES: readonly Scope[] = []

/** Traces up to so many events are measured for the lengths of paths in tokens. */
const MEASURED = 200_000

interface Facts {
  /** The tree with what the policy asks of it; null while that is on its way. */
  readonly sources: SourceIndex | null
  readonly queried: readonly Scope[]
  readonly error: string | null
}

function scopesOf({ tree }: SourceIndex, calls: readonly number[]): readonly Scope[] {
  return calls.map((seq) => activationScope(tree, nodeAt(tree, seq).activation))
}

/** What the policy asks of the trace besides its tree, and how large its states are. */
function useFacts({ trace, sources }: PreviewedTrace, { policy }: PolicyChoice): Facts {
  const where = typeof policy?.entry === 'object' ? policy.entry.where : null
  const writes = policy !== null && policyAsksWrites(policy)
  const isLimited = policy?.max_tokens !== undefined
  const sizes = policy !== null && (isLimited || (sources?.tree.nodes.length ?? 0) <= MEASURED)
  const settled = useDebounced(where)
  const { data, error } = usePolicyFacts({ trace, where: settled, writes, sizes })
  const { calls = null, writes: counted = null, sizes: measured = null } = data ?? {}
  const isMissing =
    (where !== null && calls === null) ||
    (writes && counted === null) ||
    (isLimited && measured === null)
  return useMemo(() => {
    const asked = {
      ...(counted === null ? {} : { writes: counted }),
      ...(measured === null ? {} : { sizes: measured }),
    }
    return {
      sources: sources === null || isMissing ? null : { ...sources, ...asked },
      queried: sources === null || calls === null ? NO_SCOPES : scopesOf(sources, calls),
      error: error === null || !isMissing ? null : errorText(error),
    }
  }, [sources, calls, counted, measured, error, isMissing])
}

/** The paths a policy draws from a trace now. */
export function usePaths(previewed: PreviewedTrace, choice: PolicyChoice): DrawnPaths {
  const { trace, exit } = previewed
  const { policy, direction, seed } = choice
  const { sources, queried, error } = useFacts(previewed, choice)
  const drawn = useMemo(() => {
    if (sources === null || policy === null) return null
    const count = PREVIEWED
    return drawPaths({ sources, trace, exit, policy, direction, seed, count, queried })
  }, [sources, trace, exit, policy, direction, seed, queried])
  const whole = useMemo(
    () => ({ policy, direction, seed, queried }),
    [policy, direction, seed, queried],
  )
  return { choice: whole, sources, drawn, error }
}
