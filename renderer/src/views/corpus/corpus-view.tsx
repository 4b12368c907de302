import { useAtom } from '../../state/atom.ts'
import { corpusLevelAtom } from './corpus-state.ts'
import { RowLevel, TraceLevel } from './row-level.tsx'
import { useDefaultView } from './saved-views.tsx'

/** Everything recorded, at four levels: query, facets, sort, open. */
export function CorpusView() {
  useDefaultView()
  const level = useAtom(corpusLevelAtom)
  return level === 'trace' ? <TraceLevel /> : <RowLevel key={level} level={level} />
}
