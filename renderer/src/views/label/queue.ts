import { useEffect, useRef, useState } from 'react'
import type { TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import type { PagedRows, PageOf } from '../../api/pages.ts'

type Rows = PagedRows<TrajectoryRow, PageOf<TrajectoryRow>>

const SEARCHED = 1000

/** Index of an item near where it was last; null when it is not among the rows read so far. */
export function findItem(
  rows: Pick<Rows, 'rowAt' | 'total'>,
  trajectory: string | null,
  guess: number,
): number | null {
  if (trajectory === null) return null
  const isAt = (index: number): boolean => rows.rowAt(index)?.trajectory === trajectory
  if (isAt(guess)) return guess
  const end = Math.min(rows.total ?? 0, Math.max(SEARCHED, guess + SEARCHED))
  for (let index = Math.max(0, guess - SEARCHED); index < end; index++) {
    if (isAt(index)) return index
  }
  return null
}

/**
 * Index to go to from an item. An item that a label took out of the filtered list left its place to the next one,
 * so "next" then stays at the place. Null past either end.
 */
export function nextIndex(
  found: number | null,
  lastKnown: number,
  delta: -1 | 1,
  total: number,
): number | null {
  const target = found === null ? (delta === 1 ? lastKnown : lastKnown - 1) : found + delta
  return target < 0 || target >= total ? null : target
}

export interface Queue {
  /** Place of the item in the list; null when the filter does not keep it. */
  readonly index: number | null
  readonly total: number
  /** Moves to the next or previous item; false at the end of the list. */
  readonly move: (delta: -1 | 1) => boolean
}

/** Walks a filtered list by its items, reading further pages as needed. */
export function useQueue(
  rows: Rows,
  trajectory: string | null,
  onItem: (row: TrajectoryRow) => void,
): Queue {
  const lastKnown = useRef(0)
  const [pending, setPending] = useState<number | null>(null)
  const index = findItem(rows, trajectory, lastKnown.current)
  const total = rows.total ?? 0
  useEffect(() => {
    if (index !== null) lastKnown.current = index
  }, [index])

  const pendingRow = pending === null ? undefined : rows.rowAt(pending)
  useEffect(() => {
    if (pendingRow === undefined) return
    setPending(null)
    onItem(pendingRow)
  }, [pendingRow, onItem])

  const move = (delta: -1 | 1): boolean => {
    const target = nextIndex(index, lastKnown.current, delta, total)
    if (target === null) return false
    const row = rows.rowAt(target)
    if (row === undefined) {
      rows.show(Math.max(0, target - 20), Math.min(total - 1, target + 20))
      setPending(target)
    } else onItem(row)
    return true
  }
  return { index, total, move }
}
