import { useEffect } from 'react'
import type { Alignment } from '../../../../shared/tree/align.ts'
import { answerTo, lastAnswer } from '../../../../shared/tree/differences.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import { callStack, type TreeModel } from '../../draw/tree-model.ts'
import { type Focus, followWith, moveBoth, type Side, usePlaceSides } from '../../state/place.ts'

/** The two traces of a comparison, as they stand beside each other. */
export interface Compared {
  readonly alignment: Alignment
  readonly models: { readonly focus: TreeModel; readonly pin: TreeModel }
}

function otherOf(side: Side): Side {
  return side === 'focus' ? 'pin' : 'focus'
}

/** The frame of the other run that answers to one on the call stack; null for the step's own. */
function answeringFrame({ alignment, models }: Compared, side: Side, moved: Focus): number | null {
  if (moved.frame === null) return null
  const other = models[otherOf(side)].nodes
  const partners = side === 'focus' ? alignment.bOfA : alignment.aOfB
  const isShown = ({ frame }: StateNode): boolean => frame === moved.frame
  const host = callStack(models[side], moved.step ?? 0).find(isShown)
  const answer = host === undefined ? null : answerTo(partners, host.seq, other.length)
  return answer === null ? null : (other[answer]?.frame ?? null)
}

/** What the other side shows when one has moved: the answering step, or the last before it that there is. */
function following(compared: Compared, side: Side, moved: Focus): Partial<Focus> {
  const { bOfA, aOfB } = compared.alignment
  const [own, other] = side === 'focus' ? [bOfA, aOfB] : [aOfB, bOfA]
  const seq = moved.step ?? 0
  const isAnswered = answerTo(own, seq, other.length) !== null
  return {
    step: lastAnswer(own, seq, other.length),
    behind: moved.behind && isAnswered,
    frame: answeringFrame(compared, side, moved),
    variable: moved.variable,
  }
}

/**
 * Lets each side follow the other while positions are synced. A side that has no position yet, as a trace that was
 * just opened beside another, gets the one that answers to the other's at once.
 */
export function useFollowing(compared: Compared | null, isSynced: boolean): void {
  const { focus, pin } = usePlaceSides()
  useEffect(() => {
    if (compared === null || !isSynced) return
    return followWith((side, moved) => following(compared, side, moved))
  }, [compared, isSynced])
  const lacks = focus.step === null ? 'focus' : pin?.step === null ? 'pin' : null
  useEffect(() => {
    if (compared === null || lacks === null || pin === null) return
    if (lacks === 'pin') moveBoth({}, following(compared, 'focus', focus))
    else moveBoth({ step: 0, ...following(compared, 'pin', pin) }, { step: pin.step ?? 0 })
  }, [compared, lacks, focus, pin])
}

/** Moves the other side to where it answers to one: what switching the sync on does. */
export function alignSides(compared: Compared, side: Side, moved: Focus): void {
  const way = following(compared, side, moved)
  if (side === 'focus') moveBoth({}, way)
  else moveBoth(way, {})
}
