import { useExports } from '../../api/exports.ts'

export function ExportsView() {
  const { data } = useExports()
  return <p>{data?.length}</p>
}
