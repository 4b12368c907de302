import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useGridSelection } from './grid-selection.ts'
import type { GridCursorInput } from './grid-types.ts'
import type { VirtualRows } from './grid-virtual.ts'
import { keyOf } from './key-notation.ts'
import { useLatest } from './use-latest.ts'

/** The row a key moves to from `from`, which is -1 for none; null for keys that do not move. */
function targetOf(key: string, from: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1
    case 'ArrowUp':
      return from < 0 ? 0 : from - 1
    case 'PageDown':
      return Math.max(0, from) + page
    case 'PageUp':
      return from - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

const tops = new Map<string, { readonly list: string; readonly top: number }>()

/** Shows a new list from its top, and a list that was left where it was left. */
export function useRememberedTop(
  scroller: RefObject<HTMLDivElement | null>,
  label: string,
  list: string,
): void {
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const left = tops.get(label)
    if (shown.current !== null && shown.current !== list) element.scrollTop = 0
    else if (shown.current === null && left?.list === list) element.scrollTop = left.top
    shown.current = list
    return () => void tops.set(label, { list, top: element.scrollTop })
  }, [scroller, label, list])
}

/** Where keys are at work while what they show comes: fields that are written in, tabs that arrows go along. */
const KEPT = 'input, textarea, select, [role="tab"]'

/** Takes the keyboard focus on mount, but not from where keys are at work. */
export function useAutoFocus(scroller: RefObject<HTMLDivElement | null>, wanted: boolean): void {
  useEffect(() => {
    const { activeElement } = document
    if (wanted && (activeElement === null || !activeElement.matches(KEPT))) {
      scroller.current?.focus({ preventScroll: true })
    }
  }, [scroller, wanted])
}

/** A row in sight; undefined while it is not read. */
export interface RowInSight<Row> {
  readonly index: number
  readonly row: Row | undefined
}

export interface GridCursor {
  /** Index of the active row in the list; null for none. */
  readonly index: number | null
  readonly onClick: (event: MouseEvent, index: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The active row and the keys that move it. A row that is not read yet becomes active as soon as it is there; until
 * then the keys go on from its place.
 */
export function useGridCursor<Row>(
  input: GridCursorInput<Row>,
  inSight: readonly RowInSight<Row>[],
  virtual: VirtualRows,
): GridCursor {
  const { rows, rowId, activeId, onOpen, onOpenBeside } = input
  const selection = useGridSelection(input.choice)
  const { place, isWaiting, moveTo, setPlace } = usePlace(input)
  useFocusedRow(input, { inSight, place, onPlace: setPlace, reveal: virtual.reveal })
  const seen = inSight.find(({ row }) => row !== undefined && rowId(row) === activeId)
  const index = isWaiting ? place : (seen?.index ?? place)

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, currentTarget, key } = event
    if (target !== currentTarget) return
    if (selection.onKeyDown(event, index)) {
      event.preventDefault()
      return
    }
    const active = index === null ? undefined : rows.rowAt(index)
    const open = keyOf(event.nativeEvent) === 'Mod+Enter' ? onOpenBeside : onOpen
    if (key === 'Enter' && active !== undefined && open !== undefined) {
      event.preventDefault()
      open(active)
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const count = rows.total ?? 0
    const wanted = targetOf(key, index ?? -1, count, virtual.pageRows())
    if (wanted === null || count === 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(count - 1, wanted))
    selection.onMove(index, next, event.shiftKey)
    moveTo(next)
    virtual.reveal(next)
  }
  const onClick = (event: MouseEvent, clicked: number): void => {
    if (!selection.onClick(event, clicked)) selection.onMove(index, clicked, event.shiftKey)
    moveTo(clicked)
  }
  return { index, onClick, onKeyDown }
}

/** Where the keys were last, for the time the active row is not in sight. */
function usePlace<Row>({ rows, rowId, activeId, onActive, list }: GridCursorInput<Row>) {
  const [place, setPlace] = useState<number | null>(null)
  const [waiting, setWaiting] = useState<number | null>(null)
  const [shownList, setShownList] = useState(list)
  if (shownList !== list) {
    setShownList(list)
    setPlace(null)
    setWaiting(null)
  }
  const awaited = waiting === null ? undefined : rows.rowAt(waiting)
  useEffect(() => {
    if (awaited === undefined) return
    setWaiting(null)
    onActive(awaited)
  }, [awaited, onActive])
  const moveTo = (next: number): void => {
    const row = rows.rowAt(next)
    setPlace(next)
    setWaiting(row === undefined ? next : null)
    if (row !== undefined && rowId(row) !== activeId) onActive(row)
  }
  return { place, isWaiting: waiting !== null, moveTo, setPlace }
}

interface Follow<Row> {
  readonly inSight: readonly RowInSight<Row>[]
  readonly place: number | null
  readonly onPlace: (index: number | null) => void
  readonly reveal: (index: number) => void
}

/** Shows the row in focus when the table opens, and whenever something else than its own keys and clicks moved it. */
function useFocusedRow<Row>(input: GridCursorInput<Row>, follow: Follow<Row>): void {
  const { rows, rowId, activeId, locate } = input
  const shown = useRef<string | null>(null)
  const show = useLatest((index: number) => {
    follow.onPlace(index)
    follow.reveal(index)
  })
  const isRead = rows.total !== null && !rows.stale
  useEffect(() => {
    if (!isRead || shown.current === activeId) return
    shown.current = activeId
    if (activeId === null) return
    const isAt = (row: Row | undefined): boolean => row !== undefined && rowId(row) === activeId
    if (follow.place !== null && isAt(rows.rowAt(follow.place))) return
    const seen = follow.inSight.find(({ row }) => isAt(row))
    if (seen !== undefined) show(seen.index)
    else {
      follow.onPlace(null)
      void locate?.(activeId).then((index) => {
        if (index !== null && shown.current === activeId) show(index)
      })
    }
  })
}
