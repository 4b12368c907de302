import type { GivenState } from '../../../../shared/contract/stepping.ts'
import { actionsOf } from '../../../../shared/trajectory/act.ts'
import type { Action, ActionName } from '../../../../shared/trajectory/types.ts'
import { branchByAction, branchByBeginning, branchByEdit, further } from './branches.ts'
import { pendingStepAtom, setWays, withBranch, withLonger } from './predict-state.ts'
import { isGiven } from './step-requests.ts'
import type { Desk } from './use-desk.ts'

/**
 * Why a step cannot be predicted, as no state comes before it: the model said earlier that the run has ended, or
 * something that could not be read. Null where a state does.
 */
export function endBefore(desk: Desk, step: number): string | null {
  const { branch, mode } = desk
  for (let of = step - 1; of >= 0 && isGiven(branch, mode, of + 1); of--) {
    if (branch.edits.has(of + 1)) return null
    const entry = desk.entryOf(of)
    if (entry?.state !== 'done') continue
    const { predicted } = entry.prediction
    if (predicted === null)
      return `The answer to step ${of} could not be read, so nothing follows it.`
    if (predicted.outcome.kind === 'exit') {
      return `The model said at step ${of} that the run has ended, so nothing follows.`
    }
    return null
  }
  return null
}

/** Why the model cannot be stepped from a state it was given, or gave itself; null where it can. */
function givenReason(desk: Desk): string | null {
  const { branch, at } = desk
  if (at === 0 || branch.edits.has(at)) return null
  const ended = endBefore(desk, at - 1)
  if (ended !== null) return ended
  const entry = desk.entryOf(at - 1)
  if (entry?.state !== 'done') return null
  const { predicted } = entry.prediction
  if (predicted === null) return 'The answer could not be read, so there is no state to go on from.'
  return predicted.outcome.kind === 'exit'
    ? 'The model says that the run has ended here, so no action follows.'
    : null
}

function recordedReason(desk: Desk, name: ActionName): string | null {
  const { real, at } = desk
  const ref = real.refs[at]
  if (ref === undefined) return `The recorded run does not come here. ${real.lost ?? ''}`.trim()
  const legal = real.legalAt(at).find((one) => one.name === name)
  return legal === undefined ? 'The recording is still on its way.' : legal.reason
}

/** Why an action cannot be taken at the state in focus, in one sentence; null where it can. */
export function reasonAgainst(desk: Desk, name: ActionName): string | null {
  const { ground } = desk.known
  if (!actionsOf(ground.direction).includes(name)) {
    return ground.direction === 'forward'
      ? `${name} goes backwards, and this way goes forward; turn it round first.`
      : `${name} goes forward, and this way goes backwards; turn it round first.`
  }
  if (desk.engine === null) return 'No model is chosen that could be stepped.'
  const given = isGiven(desk.branch, desk.mode, desk.at)
  return given ? givenReason(desk) : recordedReason(desk, name)
}

function isSame(a: Action | undefined, b: Action): boolean {
  return a !== undefined && a.name === b.name && a.operand === b.operand
}

/** Takes an action at the state in focus: along the way where it is the next one there, else on one of its own. */
export function takeAction(desk: Desk, action: Action): void {
  const { known, branch, at } = desk
  const { key, ways, trajectory } = known
  pendingStepAtom.set(at)
  if (isSame(branch.actions[at], action)) return
  const isEnd = at === branch.actions.length
  const isKept = branch.from === null && trajectory !== null
  setWays(
    key,
    isEnd && !isKept
      ? withLonger(ways, further(branch, action))
      : withBranch(ways, branchByAction(branch, at, action)),
  )
}

/** Goes on from a state that was changed by hand, on a branch of its own. */
export function editState({ known, branch, at }: Desk, given: GivenState): void {
  setWays(known.key, withBranch(known.ways, branchByEdit(branch, at, given)))
}

/** Has the model go on from another beginning of its answer to a step, on a branch of its own. */
export function continueFrom({ known, branch }: Desk, step: number, beginning: string): void {
  pendingStepAtom.set(step)
  setWays(known.key, withBranch(known.ways, branchByBeginning(branch, step, beginning)))
}
