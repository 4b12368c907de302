import { useEffect, useMemo } from 'react'
import { nextWrong } from '../../../../shared/model/divergence.ts'
import { PLAIN_ACTIONS } from '../../../../shared/trajectory/types.ts'
import { useAtom } from '../../state/atom.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { reasonAgainst, takeAction } from './actions.ts'
import { showBranch } from './branch-list.tsx'
import { ACTION_COMMANDS, PREDICT_COMMANDS } from './commands.ts'
import { listedAtom, modeAtom, pendingStepAtom, shownSideAtom } from './predict-state.ts'
import { turnRound } from './turn-round.ts'
import type { Desk } from './use-desk.ts'
import type { RunToLine } from './use-run-to-line.ts'

/** A step that was added to the way is gone to and predicted once the way is there. */
export function usePendingStep({ branch, goTo, predict }: Desk): void {
  const pending = useAtom(pendingStepAtom)
  useEffect(() => {
    if (pending === null || pending >= branch.actions.length) return
    pendingStepAtom.set(null)
    goTo(pending + 1)
    void predict(pending)
  }, [pending, branch, goTo, predict])
}

function actionBindings(desk: Desk, toLine: RunToLine): readonly KeyBinding[] {
  return [
    ...PLAIN_ACTIONS.map((name) => ({
      ...ACTION_COMMANDS[`predict.${name}`],
      reason: reasonAgainst(desk, name),
      run: () => takeAction(desk, { name, operand: null }),
    })),
    { ...ACTION_COMMANDS['predict.breakpoint'], reason: toLine.reason, run: toLine.run },
  ]
}

/** Where a divergence key leads, or why nowhere. */
export function divergenceFrom({ verdicts, at }: Desk, by: 1 | -1) {
  const found = nextWrong(verdicts, by === 1 ? at : at - 2, by)
  const isAny = verdicts.some((verdict) => verdict !== null)
  const side = by === 1 ? 'after' : 'before'
  const reason = isAny
    ? `No predicted step ${side} this one is wrong.`
    : 'Nothing of this way was predicted yet.'
  return { state: found === null ? null : found + 1, reason: found === null ? reason : null }
}

function moveBindings(desk: Desk): readonly KeyBinding[] {
  const { at, branch, goTo } = desk
  const [ahead, behind] = [divergenceFrom(desk, 1), divergenceFrom(desk, -1)]
  return [
    {
      ...PREDICT_COMMANDS['predict.previous'],
      reason: at > 0 ? null : 'This is the first state.',
      run: () => goTo(at - 1),
    },
    {
      ...PREDICT_COMMANDS['predict.next'],
      reason: at < branch.actions.length ? null : 'This is the last state.',
      run: () => goTo(at + 1),
    },
    {
      ...PREDICT_COMMANDS['predict.next-divergence'],
      reason: ahead.reason,
      run: () => goTo(ahead.state ?? at),
    },
    {
      ...PREDICT_COMMANDS['predict.previous-divergence'],
      reason: behind.reason,
      run: () => goTo(behind.state ?? at),
    },
  ]
}

function branchBindings(desk: Desk): readonly KeyBinding[] {
  const { branches } = desk.known.ways
  const index = branches.findIndex(({ id }) => id === desk.branch.id)
  const reason = branches.length < 2 ? 'There is no other branch.' : null
  const to = (by: number) => (): void => {
    const next = branches[(index + by + branches.length) % branches.length]
    if (next !== undefined) showBranch(desk, next.id)
  }
  return [
    { ...PREDICT_COMMANDS['predict.next-branch'], reason, run: to(1) },
    { ...PREDICT_COMMANDS['predict.previous-branch'], reason, run: to(-1) },
  ]
}

/** What keeps one from asking for the step in focus, in one sentence; null where nothing does. */
export function askReason({ engine, at, entryOf }: Desk): string | null {
  if (at === 0) return 'The start is given; step on, and what follows is predicted.'
  if (engine === null) return 'No model is chosen that could be asked.'
  return entryOf(at - 1)?.state === 'done' ? 'This step is predicted.' : null
}

export interface ViewActs {
  readonly askAll: () => void
  readonly askAllReason: string | null
  readonly edit: () => void
  readonly editReason: string | null
}

function lookBindings(desk: Desk, acts: ViewActs): readonly KeyBinding[] {
  const isAsking = desk.at > 0 && desk.entryOf(desk.at - 1)?.state === 'asking'
  return [
    {
      ...PREDICT_COMMANDS['predict.side'],
      run: () => shownSideAtom.set((side) => (side === 'real' ? 'predicted' : 'real')),
    },
    {
      ...PREDICT_COMMANDS['predict.mode'],
      run: () => modeAtom.set((mode) => (mode === 'free' ? 'forced' : 'free')),
    },
    { ...PREDICT_COMMANDS['predict.direction'], ...turnRound(desk) },
    {
      ...PREDICT_COMMANDS['predict.ask'],
      reason: askReason(desk),
      run: () => void desk.predict(desk.at - 1),
    },
    {
      ...PREDICT_COMMANDS['predict.ask-all'],
      reason: acts.askAllReason,
      run: acts.askAll,
    },
    { ...PREDICT_COMMANDS['predict.edit'], reason: acts.editReason, run: acts.edit },
    { ...PREDICT_COMMANDS['predict.trajectories'], run: () => listedAtom.set((is) => !is) },
    {
      ...PREDICT_COMMANDS['predict.cancel'],
      reason: isAsking ? null : 'Nothing is being predicted.',
      refuse: () => {},
      run: desk.cancel,
    },
  ]
}

/** The keys of the view: the debugger's step the model. */
export function usePredictKeys(desk: Desk, toLine: RunToLine, acts: ViewActs): void {
  const bindings = useMemo(
    () => [
      ...actionBindings(desk, toLine),
      ...moveBindings(desk),
      ...branchBindings(desk),
      ...lookBindings(desk, acts),
    ],
    [desk, toLine, acts],
  )
  useKeys('Predict', bindings)
}
