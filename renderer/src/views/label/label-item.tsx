import { useMemo } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import { classWords, type FailureClass } from '../../../../shared/corpus/failure-classes.ts'
import { errorText } from '../../api/errors.ts'
import { useSize } from '../../state/layout.ts'
import { openView } from '../../state/place.ts'
import { Badge, TrustMark } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { StepList } from '../../ui/step-list.tsx'
import { TokenLegend, TokenText } from '../../ui/token-text.tsx'
import type { Steps } from '../common/use-steps.ts'
import type { Queue } from './queue.ts'

interface LabelItemProps {
  readonly steps: Steps
  readonly queue: Queue
}

function placeText({ index, total }: Queue): string {
  if (index === undefined) return ''
  if (index === null) return `not in the queue of ${formatCount(total)}`
  return `item ${formatCount(index + 1)} of ${formatCount(total)}`
}

/** One trajectory of the queue: its steps with their labels, and its text. */
export function LabelItem({ steps, queue }: LabelItemProps) {
  const { detail, encoded, rows, current, goTo } = steps
  const layout = useSize('label.text', 260)
  const labels = useMemo(
    () => new Map<number, FailureClass>(detail?.labels.map((row) => [row.step, row.class])),
    [detail],
  )
  if (steps.error !== null) return <EmptyState text={errorText(steps.error)} />
  const row = detail?.row
  return (
    <SplitPane label="Steps and text" direction="column" sized="second" {...layout}>
      <div className="pane-body">
        <div className="pane-title">
          <h3 className="ellipsis" title={row?.program}>
            {row?.program ?? ''}
          </h3>
          {row === undefined ? null : (
            <span className="muted numbers ellipsis">
              {row.policy} · seed {row.seed} · {row.direction} · {formatNoun(row.steps, 'step')}
            </span>
          )}
          <span className="spacer" />
          <span className="muted numbers">{placeText(queue)}</span>
          <TrustMark trust="recorded" />
          <button
            type="button"
            className="text-button"
            onClick={() => openView('trace', { step: rows[current]?.seq ?? 0 })}
          >
            Open in trace
          </button>
        </div>
        <StepList
          rows={rows}
          current={current}
          onState={goTo}
          label="Steps to label"
          markOf={(step) => {
            const name = labels.get(step.state - 1)
            return name === undefined ? null : <Badge tone="bad">{classWords(name)}</Badge>
          }}
        />
      </div>
      <div className="pane-body">
        <div className="legend-line">
          <TokenLegend />
        </div>
        {encoded === undefined ? null : (
          <TokenText
            text={encoded.text}
            spans={encoded.spans}
            step={current}
            onStep={goTo}
            label="Text of the trajectory"
          />
        )}
      </div>
    </SplitPane>
  )
}
