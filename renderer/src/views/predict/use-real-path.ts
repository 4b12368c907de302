import { useMemo } from 'react'
import { applyAction, type Legality, legalActions } from '../../../../shared/trajectory/act.ts'
import type { Action, StateRef } from '../../../../shared/trajectory/types.ts'
import { createWalk, type Walk } from '../../../../shared/trajectory/walk.ts'
import { type PreviewedTrace, usePreviewedTrace } from '../sample/preview/use-preview.ts'
import type { Branch } from './branches.ts'
import { type KnownGround, recordedPath } from './use-ground.ts'

/** What the recorded run does on the actions of a way. */
export interface RealPath {
  /** By number of the state; null is the exit. Where the run does not go there is nothing. */
  readonly refs: readonly (StateRef | null)[]
  /** Why it goes no further than it does; null where it follows every action. */
  readonly lost: string | null
  /** Actions at the state of a number, each with why it cannot be taken there. */
  readonly legalAt: (state: number) => readonly Legality[]
  readonly traced: PreviewedTrace
}

function followed(walk: Walk, start: StateRef, actions: readonly Action[]) {
  const refs: (StateRef | null)[] = [start]
  for (const action of actions) {
    const at = refs.at(-1) ?? null
    if (at === null) return { refs, lost: 'The recorded run had ended before this action.' }
    const outcome = applyAction(walk, at, action)
    if (outcome.kind === 'undefined') return { refs, lost: outcome.reason }
    refs.push(outcome.kind === 'state' ? outcome.target : null)
  }
  return { refs, lost: null }
}

const READING = 'The recording is still on its way.'

function useWalk({ ground }: KnownGround, { sources, exit }: PreviewedTrace): Walk | null {
  return useMemo(() => {
    if (sources === null) return null
    const { scope } = ground
    const isWhole = scope.open === 0 && scope.close === sources.tree.nodes.length - 1
    return createWalk(sources, scope, isWhole ? exit : null)
  }, [ground, sources, exit])
}

/** Follows the actions of a way on the recording. What a trajectory tells of itself is there at once. */
export function useRealPath(known: KnownGround, branch: Branch): RealPath {
  const traced = usePreviewedTrace(known.ground.trace)
  const walk = useWalk(known, traced)
  const { trajectory, ground } = known
  const path = useMemo(() => {
    const own = trajectory === null ? [ground.start] : recordedPath(trajectory)
    if (branch.from === null && own.length > branch.actions.length) return { refs: own, lost: null }
    const refs = own.slice(0, branch.shared + 1)
    return walk === null ? { refs, lost: READING } : followed(walk, ground.start, branch.actions)
  }, [trajectory, ground, branch, walk])
  return useMemo(() => {
    const legalAt = (state: number): readonly Legality[] => {
      const at = path.refs[state]
      if (walk === null || at === undefined) return []
      return legalActions(walk, at, ground.direction)
    }
    return { ...path, legalAt, traced }
  }, [path, walk, ground, traced])
}
