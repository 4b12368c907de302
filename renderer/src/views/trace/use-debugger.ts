import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { StateRef } from '../../../../shared/trajectory/types.ts'
import { needsStates } from '../../../../shared/tree/breakpoints.ts'
import { hasChildren } from '../../../../shared/tree/navigate.ts'
import type { StateTree } from '../../../../shared/tree/node.ts'
import { revealSeq } from '../../draw/outline.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { type KeptBreakpoints, toggleOnLine, useBreakpoints } from '../../state/breakpoints.ts'
import { useFocus, useSetFocus } from '../../state/place.ts'
import type { ShownFiles } from '../common/use-trace-files.ts'
import { type BoundBreakpoint, bindBreakpoints, stopTrigger } from './breakpoint-marks.ts'
import {
  behindOf,
  COMMANDS,
  type Command,
  type Cursor,
  type Move,
  moveOf,
  type Position,
} from './debugger.ts'
import { type Loops, useLoops } from './use-loops.ts'
import { type StopSearch, useStopSearch } from './use-stop-search.ts'

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
  readonly breakpoints: readonly BoundBreakpoint[]
  readonly changeBreakpoints: KeptBreakpoints['change']
  /** Puts a breakpoint on a line, or takes those there off. */
  readonly toggleBreakpoint: (at: Cursor) => void
  /** Under way while breakpoints that need states are looked for. */
  readonly search: StopSearch
  readonly loops: Loops
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
  readonly trace: TraceDetail
  readonly files: ShownFiles
  readonly model: TreeModel
  readonly loaded: number
  readonly complete: boolean
  readonly eventCount: number
}

/** Breakpoints of the trace's program, as they stand in the trace. */
function useBound({ trace, files, complete }: Recording, tree: StateTree) {
  const kept = useBreakpoints(`${trace.program} ${trace.codeSha256}`)
  const breakpoints = useMemo(() => {
    const paths = files.files.map(({ path }) => path)
    return bindBreakpoints(kept.list, paths, { tree, complete })
  }, [kept.list, files, tree, complete])
  const triggers = useMemo(
    () => breakpoints.flatMap(({ enabled, bound }) => (enabled ? [bound] : [])),
    [breakpoints],
  )
  const toggle = useCallback(
    ({ file, line }: Cursor) => {
      const path = files.files[file]?.path
      if (path !== undefined) kept.change((list) => toggleOnLine(list, path, line))
    },
    [files, kept.change],
  )
  return { breakpoints, triggers, toggle, change: kept.change }
}

/** Runs a command. To a breakpoint that needs states the way is asked of the services, up to where it is known. */
function useRun(trace: string, { position, moves }: Pick<Debugger, 'position' | 'moves'>) {
  const search = useStopSearch()
  const setFocus = useSetFocus()
  const { start, cancel } = search
  const { seq } = position.at
  // Whoever moves meanwhile wants to be where they went.
  useEffect(() => (seq < 0 ? undefined : cancel), [seq, cancel])
  const run = useCallback(
    (command: Command) => {
      const go = (to: StateRef): void => setFocus({ step: to.seq, behind: to.duplicate })
      const { target } = moves[command]
      if (target === null) return
      const { tree, triggers } = position
      const isRun = command === 'continue' || command === 'continueBack'
      const wanted = isRun ? triggers.filter(needsStates) : []
      const asked = wanted.flatMap((trigger) => stopTrigger(trigger, tree))
      if (asked.length === 0) return go(target)
      const range =
        command === 'continue'
          ? { direction: 'forward' as const, from: position.at.seq + 1, until: target.seq }
          : { direction: 'backward' as const, from: target.seq, until: behindOf(position) }
      start({ trace, triggers: asked, ...range }, target.seq, (found) =>
        go({ seq: found, duplicate: false }),
      )
    },
    [trace, moves, position, start, setFocus],
  )
  return { run, search }
}

/** The debugger on one recording: the focus is where it stands, and every move sets the focus. */
export function useDebugger(recording: Recording): Debugger {
  const { trace, files, model, loaded, complete, eventCount } = recording
  const focus = useFocus()
  const setFocus = useSetFocus()
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
  const { breakpoints, triggers, toggle, change } = useBound(recording, tree)
  const loops = useLoops({ model, complete, seq }, files)
  const { chosen, counting } = loops
  const node = model.nodes[seq]
  // An address may say it of a line that made no call; there is only one stop at that.
  const duplicate = focus.behind && node !== undefined && hasChildren(node)
  const at = useMemo<StateRef>(() => ({ seq, duplicate }), [seq, duplicate])
  const position = useMemo<Position>(
    () => ({ tree, complete, eventCount, at, cursor, triggers, loop: chosen, counting }),
    [tree, complete, eventCount, at, cursor, triggers, chosen, counting],
  )
  const moves = useMemo(
    () =>
      Object.fromEntries(COMMANDS.map((command) => [command, moveOf(position, command)])) as Record<
        Command,
        Move
      >,
    [position],
  )
  const { run, search } = useRun(trace.trace, { position, moves })
  const goTo = useCallback((target: number) => setFocus({ step: target }), [setFocus])
  const atExit = complete && seq >= loaded
  const stepping = useMemo(
    () => ({ position, seq, cameFrom, atExit, moves, run, goTo, loops, search }),
    [position, seq, cameFrom, atExit, moves, run, goTo, loops, search],
  )
  return useMemo(
    () => ({
      ...stepping,
      cursor,
      setCursor,
      breakpoints,
      changeBreakpoints: change,
      toggleBreakpoint: toggle,
      collapsed,
      setCollapsed,
    }),
    [stepping, cursor, breakpoints, change, toggle, collapsed, setCollapsed],
  )
}
