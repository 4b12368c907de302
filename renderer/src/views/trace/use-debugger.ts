import { useCallback, useEffect, useMemo, useState } from 'react'
import type { StateRef } from '../../../../shared/trajectory/types.ts'
import { hasChildren } from '../../../../shared/tree/navigate.ts'
import type { StateTree } from '../../../../shared/tree/node.ts'
import { revealSeq } from '../../draw/outline.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import {
  COMMANDS,
  type Command,
  type Cursor,
  type Move,
  moveOf,
  type Position,
} from './debugger.ts'

export interface Debugger {
  readonly position: Position
  /** Seq in focus; one past the last event is the exit. */
  readonly seq: number
  /** Seq in focus before this one, or null. */
  readonly cameFrom: number | null
  readonly atExit: boolean
  readonly moves: Readonly<Record<Command, Move>>
  readonly run: (command: Command) => void
  readonly goTo: (seq: number) => void
  readonly cursor: Cursor | null
  readonly setCursor: (cursor: Cursor) => void
  readonly collapsed: ReadonlySet<number>
  readonly setCollapsed: (collapsed: ReadonlySet<number>) => void
}

interface Travel {
  readonly seq: number
  readonly behind: boolean
  readonly cameFrom: number | null
}

const NOTHING_COLLAPSED: ReadonlySet<number> = new Set()

interface Kept {
  readonly collapsed: ReadonlySet<number>
  readonly cursor: Cursor | null
}

// A look at another view must not open again what was collapsed; the model lives as long as its tree is kept.
const keptOf = new WeakMap<TreeModel, Kept>()

/** Remembers where the focus was before it moved, and keeps the focused row out of collapsed nodes when it moves. */
function useTravel(model: TreeModel, seq: number, behind: boolean) {
  const [travel, setTravel] = useState<Travel>({ seq, behind, cameFrom: null })
  const [collapsed, setCollapsed] = useState(keptOf.get(model)?.collapsed ?? NOTHING_COLLAPSED)
  const moved = travel.seq !== seq || travel.behind !== behind
  if (moved) {
    setTravel({ seq, behind, cameFrom: travel.seq })
    setCollapsed(revealSeq(model.nodes, collapsed, seq))
  }
  return { cameFrom: moved ? travel.seq : travel.cameFrom, collapsed, setCollapsed }
}

interface Recording {
  readonly model: TreeModel
  readonly loaded: number
  readonly complete: boolean
  readonly eventCount: number
}

/** The debugger on one recording: the focus is where it stands, and every move sets the focus. */
export function useDebugger({ model, loaded, complete, eventCount }: Recording): Debugger {
  const focus = useFocus()
  const seq = Math.max(0, complete ? Math.min(focus.step ?? 0, loaded) : (focus.step ?? 0))
  const [cursor, setCursor] = useState(keptOf.get(model)?.cursor ?? null)
  const { cameFrom, collapsed, setCollapsed } = useTravel(model, seq, focus.behind)

  useEffect(() => {
    if (loaded > 0) keptOf.set(model, { collapsed, cursor })
  }, [model, loaded, collapsed, cursor])

  // A new object for each length: tables that shared/tree derives are kept by tree.
  const tree = useMemo<StateTree>(
    () => (loaded < 0 ? { nodes: [] } : { nodes: model.nodes }),
    [model, loaded],
  )
  const node = model.nodes[seq]
  // An address may say it of a line that made no call; there is only one stop at that.
  const duplicate = focus.behind && node !== undefined && hasChildren(node)
  const at = useMemo<StateRef>(() => ({ seq, duplicate }), [seq, duplicate])
  const position = useMemo<Position>(
    () => ({ tree, complete, eventCount, at, cursor }),
    [tree, complete, eventCount, at, cursor],
  )
  const moves = useMemo(
    () =>
      Object.fromEntries(COMMANDS.map((command) => [command, moveOf(position, command)])) as Record<
        Command,
        Move
      >,
    [position],
  )
  const run = useCallback(
    (command: Command) => {
      const { target } = moves[command]
      if (target === null) return
      setFocus({ step: target.seq, behind: target.duplicate })
    },
    [moves],
  )
  const goTo = useCallback((target: number) => setFocus({ step: target }), [])
  const atExit = complete && seq >= loaded
  return useMemo(
    () => ({
      position,
      seq,
      cameFrom,
      atExit,
      moves,
      run,
      goTo,
      cursor,
      setCursor,
      collapsed,
      setCollapsed,
    }),
    [position, seq, cameFrom, atExit, moves, run, goTo, cursor, collapsed, setCollapsed],
  )
}
