import { createSourceIndex, type SourceIndex } from '../../../shared/trajectory/source-index.ts'
import type { Scope } from '../../../shared/trajectory/types.ts'
import { createWalk, type Walk } from '../../../shared/trajectory/walk.ts'
import type { LoadedTrace } from './load-trace.ts'

const known = new WeakMap<LoadedTrace, SourceIndex>()

/** Built once for a trace, not at each action. */
function sourcesOf(loaded: LoadedTrace): SourceIndex {
  const sources = known.get(loaded) ?? createSourceIndex(loaded.tree, loaded.lines)
  known.set(loaded, sources)
  return sources
}

function isWhole({ tree }: LoadedTrace, { open, close }: Scope): boolean {
  return open === 0 && close === tree.nodes.length - 1
}

/** Where actions lead in a scope of a recorded trace. */
export function walkOf(loaded: LoadedTrace, scope: Scope): Walk {
  const exit = isWhole(loaded, scope) ? loaded.about.exit : null
  return createWalk(sourcesOf(loaded), scope, exit)
}
