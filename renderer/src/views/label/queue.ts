import { useRef } from 'react'
import type { TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import { errorText } from '../../api/errors.ts'
import { neighbourOf, useTrajectoryPlace } from '../../api/labels.ts'
import type { PagedRows, PageOf } from '../../api/pages.ts'
import { type Session, useSession } from '../../api/session.ts'
import { placeAtom, setFocus } from '../../state/place.ts'
import { showToast } from '../../state/toasts.ts'

type Rows = PagedRows<TrajectoryRow, PageOf<TrajectoryRow>>

const SEARCHED = 1000

/** Index of an item near where it should be; null when it is not among the rows read so far. */
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

export interface Queue {
  /** Place of the item in the list; null when the filter does not keep it, undefined until that is known. */
  readonly index: number | null | undefined
  readonly total: number
  /** Moves to the next or previous item, and says so where the list ends. */
  readonly move: (delta: -1 | 1) => void
}

/** An item opens on its first step: the start before it is given and has nothing to label. */
export function chooseItem(row: TrajectoryRow): void {
  const trajectoryStep = row.steps === 0 ? null : 0
  setFocus({ trace: row.trace, trajectory: row.trajectory, trajectoryStep })
}

/** Moves over the services, from the item in focus by then. */
async function moveFar(session: Session, where: string, delta: -1 | 1): Promise<void> {
  const { trajectory } = placeAtom.get().focus
  const row = await neighbourOf(session, where, trajectory, delta)
  const { view, focus } = placeAtom.get()
  if (view !== 'label' || focus.trajectory !== trajectory) return
  if (row !== null) chooseItem(row)
  else showToast(delta === 1 ? 'This is the last item of the queue.' : 'This is the first item.')
}

/** Walks the list that `where` keeps, item by item: over the rows already read, and over the services beyond them. */
export function useQueue(rows: Rows, where: string, trajectory: string | null): Queue {
  const session = useSession()
  const place = useTrajectoryPlace(where, trajectory).data
  const shown = useRef(0)
  const found = rows.stale ? null : findItem(rows, trajectory, place?.position ?? shown.current)
  const known = place?.kept === true ? place.position : null
  const index = found ?? (place === undefined ? undefined : known)

  const moves = useRef({ waiting: 0, last: Promise.resolve() })
  const move = (delta: -1 | 1): void => {
    const { current } = moves
    const row = found === null ? undefined : rows.rowAt(found + delta)
    if (row !== undefined && current.waiting === 0) {
      shown.current = (found ?? 0) + delta
      chooseItem(row)
      return
    }
    current.waiting += 1
    current.last = current.last
      .then(() => moveFar(session, where, delta))
      .catch((error) => void showToast(errorText(error), { tone: 'error' }))
      .finally(() => {
        current.waiting -= 1
      })
  }
  return { index, total: rows.total ?? 0, move }
}
