import { useMemo } from 'react'
import type { TrajectoryDetail } from '../../../../../shared/contract/trajectories.ts'
import { type Legality, legalActions } from '../../../../../shared/trajectory/act.ts'
import type { ActionName } from '../../../../../shared/trajectory/types.ts'
import { createWalk } from '../../../../../shared/trajectory/walk.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { usePreviewedTrace } from '../preview/use-preview.ts'
import { useHandKeys } from './hand-keys.ts'
import { type HandActs, useHand } from './use-hand.ts'

interface HandBarProps {
  readonly detail: TrajectoryDetail
  /** Index of the state in focus; 0 is the start. */
  readonly current: number
}

const NO_ACTIONS: readonly Legality[] = []

/** Which actions are defined at the state in focus, and the lines a breakpoint may name. */
function useLegal({ row, scope, start, steps }: TrajectoryDetail, current: number) {
  const { sources, exit } = usePreviewedTrace(row.trace)
  return useMemo(() => {
    if (sources === null) return { legal: NO_ACTIONS, lines: [] }
    const isWhole = scope.open === 0 && scope.close === sources.tree.nodes.length - 1
    const walk = createWalk(sources, scope, isWhole ? exit : null)
    const at = current === 0 ? start : (steps[current - 1]?.target ?? null)
    const { texts } = sources.lastSeenIn(scope)
    return { legal: legalActions(walk, at, row.direction), lines: texts }
  }, [sources, exit, row, scope, start, steps, current])
}

function ActionButton({ one, hand }: { one: Legality; hand: HandActs }) {
  return (
    <Button
      // A disabled button would lose the keyboard focus.
      aria-disabled={one.reason !== null || undefined}
      hint={one.reason ?? undefined}
      onClick={() => {
        if (one.reason === null) hand.take({ name: one.name, operand: null })
      }}
    >
      {one.name}
    </Button>
  )
}

function BreakpointChoice({
  one,
  lines,
  hand,
}: {
  one: Legality
  lines: readonly string[]
  hand: HandActs
}) {
  const distinct = [...new Set(lines)]
  if (one.reason !== null) return <ActionButton one={one} hand={hand} />
  return (
    <Choice
      label="Append a breakpoint on a line"
      value=""
      options={[
        { value: '', text: 'breakpoint on…' },
        ...distinct.map((line) => ({ value: line, text: line.trim() })),
      ]}
      onValue={(operand) => {
        if (operand !== '') hand.take({ name: 'breakpoint', operand })
      }}
    />
  )
}

const BREAKPOINT: ActionName = 'breakpoint'

/** What a person can do at the state in focus: take an action, branch, delete what follows, mark as gold. */
export function HandBar({ detail, current }: HandBarProps) {
  const hand = useHand(detail, current)
  const { legal, lines } = useLegal(detail, current)
  useHandKeys(hand, legal)
  const refused = legal.filter(({ reason }) => reason !== null)
  return (
    <section className="hand-bar" aria-label="By hand">
      <p className="rule-part">
        {hand.isOwn ? 'Take an action here' : 'Take an action here, on a branch of your own'}
      </p>
      <div className="hand-acts">
        {legal.map((one) =>
          one.name === BREAKPOINT ? (
            <BreakpointChoice key={one.name} {...{ one, lines, hand }} />
          ) : (
            <ActionButton key={one.name} one={one} hand={hand} />
          ),
        )}
      </div>
      {refused.length === 0 ? null : (
        <ul className="refused-actions">
          {[...new Set(refused.map(({ reason }) => reason))].map((reason) => (
            <li key={reason}>
              ✗{' '}
              {refused
                .filter((one) => one.reason === reason)
                .map(({ name }) => name)
                .join(', ')}
              : {reason}
            </li>
          ))}
        </ul>
      )}
      <div className="hand-acts">
        <Button onClick={hand.branch}>Branch here</Button>
        <Button
          aria-disabled={hand.cutReason !== null || undefined}
          hint={hand.cutReason ?? undefined}
          onClick={hand.cut}
        >
          Delete what follows
        </Button>
        <Button aria-pressed={hand.gold} onClick={hand.toggleGold}>
          {hand.gold ? '★ Gold' : '☆ Mark as gold'}
        </Button>
      </div>
    </section>
  )
}
