import { useTraceRows } from '../../api/traces.ts'

export function CorpusView() {
  const rows = useTraceRows('', null)
  return <p>{rows.total}</p>
}
