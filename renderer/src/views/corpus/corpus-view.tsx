import { useAtom } from '../../state/atom.ts'
import { corpusLevelAtom } from './corpus-state.ts'
import { RowLevel } from './row-level.tsx'
import { useDefaultView } from './saved-views.tsx'
import { TraceLevel } from './trace-level.tsx'

/** Everything recorded, at four levels: query, facets, sort, open. */
export function CorpusView() {
  useDefaultView()
  const level = useAtom(corpusLevelAtom)
  return level === 'trace' ? <TraceLevel /> : <RowLevel key={level} level={level} />
}
