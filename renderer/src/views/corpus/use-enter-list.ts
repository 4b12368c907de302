import { type RefObject, useEffect, useState } from 'react'

interface EnteredRows<Row> {
  readonly rowAt: (index: number) => Row | undefined
  readonly stale: boolean
  readonly error: Error | null
}

/** Goes from the query to the first of the rows it keeps, as soon as they are there. */
export function useEnterList<Row>(
  grid: RefObject<HTMLDivElement | null>,
  rows: EnteredRows<Row>,
  isSettled: boolean,
  choose: (row: Row) => void,
): () => void {
  const [entering, setEntering] = useState(false)
  const isReady = isSettled && !rows.stale && rows.error === null
  const first = isReady ? rows.rowAt(0) : undefined
  useEffect(() => {
    if (!entering || !isReady) return
    setEntering(false)
    if (first !== undefined) choose(first)
  }, [entering, isReady, first, choose])
  return () => {
    if (isSettled && rows.error !== null) return
    grid.current?.focus()
    setEntering(true)
  }
}
