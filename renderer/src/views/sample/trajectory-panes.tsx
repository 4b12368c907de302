import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import { classWords } from '../../../../shared/corpus/failure-classes.ts'
import { errorText } from '../../api/errors.ts'
import { useNewestTrace } from '../../api/traces.ts'
import { copyText } from '../../state/copy-text.ts'
import { useSize } from '../../state/layout.ts'
import { openView, setFocus, useFocus } from '../../state/place.ts'
import { Badge, TrustMark } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { StepList } from '../../ui/step-list.tsx'
import type { StepRow } from '../../ui/step-rows.ts'
import { TabList } from '../../ui/tab-list.tsx'
import { TokenLegend, TokenText } from '../../ui/token-text.tsx'
import { useShareOf } from '../common/share-of.ts'
import { SHOWN_CODEC, type Steps, useSteps } from '../common/use-steps.ts'
import { HandBar } from './hand/hand-bar.tsx'
import { NothingRecorded } from './no-trace.tsx'
import { PathTree } from './path-tree.tsx'
import { TokensPane } from './tokens/tokens-pane.tsx'

function StepsPane({ steps }: { steps: Steps }) {
  const { rows, current, goTo, detail } = steps
  const seq = rows[current]?.seq ?? 0
  const labels = useMemo(
    () => new Map(detail?.labels.map((label) => [label.step, label.class])),
    [detail],
  )
  const markOf = (row: StepRow): ReactNode => {
    const name = labels.get(row.state - 1)
    return name === undefined ? null : <Badge tone="bad">{classWords(name)}</Badge>
  }
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Steps</h3>
        {detail === undefined ? null : (
          <span className="muted numbers">
            {formatNoun(detail.steps.length, 'action')}
            {detail.resampled === 0 ? '' : `, ${formatCount(detail.resampled)} drawn again`}
          </span>
        )}
        <span className="spacer" />
        <TrustMark trust="recorded" />
        <button
          type="button"
          className="text-button"
          onClick={() => openView('trace', { step: seq })}
        >
          Open in trace
        </button>
      </div>
      <StepList
        rows={rows}
        current={current}
        onState={goTo}
        label="Steps of the trajectory"
        {...(labels.size === 0 ? {} : { markOf })}
      />
      {detail === undefined ? null : <HandBar detail={detail} current={current} />}
    </div>
  )
}

type Shown = 'text' | 'tokens' | 'tree'

const TABS = [
  { id: 'text', text: `Text ${SHOWN_CODEC}` },
  { id: 'tokens', text: 'Tokens' },
  { id: 'tree', text: 'Path in the tree' },
] as const

function CopyText({ text }: { text: string }) {
  return (
    <>
      <span className="muted numbers ellipsis">{formatCount(text.length)} chars</span>
      <IconButton
        icon="copy"
        label="Copy the text"
        hint="Copy the text exactly as it is encoded, without the line breaks between states"
        onClick={() => void copyText(text, `${formatCount(text.length)} characters`)}
      />
    </>
  )
}

function TextPane({ steps }: { steps: Steps }) {
  const { encoded, current, goTo } = steps
  const { variable } = useFocus()
  if (encoded === undefined) return null
  return (
    <>
      <div className="legend-line">
        <TokenLegend />
      </div>
      <TokenText
        text={encoded.text}
        spans={encoded.spans}
        step={current}
        onStep={goTo}
        variable={variable}
        label="Text of the trajectory"
      />
    </>
  )
}

function useStartInFocus({ rows, current }: Steps): void {
  const { step } = useFocus()
  const seq = rows[current]?.seq
  useEffect(() => {
    if (step === null && seq !== undefined) setFocus({ step: seq })
  }, [step, seq])
}

const SAMPLE_COMMANDS = declareCommands('Sample', 'in the Sample view with a trajectory chosen', {
  'sample.previous-step': { keys: [','], description: 'Previous step' },
  'sample.next-step': { keys: ['.'], description: 'Next step' },
})

function useStepKeys({ rows, current, goTo }: Steps): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...SAMPLE_COMMANDS['sample.previous-step'],
        reason: current > 0 ? null : 'This is the first state of the trajectory.',
        run: () => goTo(Math.max(0, current - 1)),
      },
      {
        ...SAMPLE_COMMANDS['sample.next-step'],
        reason: current < rows.length - 1 ? null : 'This is the last state of the trajectory.',
        run: () => goTo(Math.min(rows.length - 1, current + 1)),
      },
    ],
    [rows, current, goTo],
  )
  useKeys('Sample', bindings)
}

/** The chosen trajectory: its steps, and beside them its training text or its path over the tree. */
export function TrajectoryPanes({ trajectory }: { trajectory: string }) {
  const steps = useSteps(trajectory)
  const [shown, setShown] = useState<Shown>('text')
  useStepKeys(steps)
  useStartInFocus(steps)
  const layout = useSize('sample.steps', useShareOf(0.35, 400, 720))
  if (steps.error !== null) return <EmptyState text={errorText(steps.error)} />
  return (
    <SplitPane label="Steps and text" min={240} minRest={340} {...layout}>
      <StepsPane steps={steps} />
      <div className="pane-body">
        <div className="pane-title">
          <TabList label="What is shown" tabs={TABS} chosen={shown} onChoose={setShown} />
          <span className="spacer" />
          {shown === 'text' && steps.encoded !== undefined ? (
            <CopyText text={steps.encoded.text} />
          ) : null}
        </div>
        {shown === 'text' || steps.detail === undefined ? (
          <TextPane steps={steps} />
        ) : shown === 'tokens' ? (
          <TokensPane trajectory={trajectory} steps={steps} />
        ) : (
          <PathTree trace={steps.detail.row.trace} rows={steps.rows} onState={steps.goTo} />
        )}
      </div>
    </SplitPane>
  )
}

/** Before a trajectory is chosen. */
export function NoTrajectory({
  onStart,
  busy,
  policy,
}: {
  onStart: () => void
  busy: boolean
  policy: string
}) {
  const { data: newest } = useNewestTrace()
  if (newest === null) return <NothingRecorded />
  return (
    <EmptyState
      text="A policy decides which debugger action comes next."
      action={
        <Button tone="primary" disabled={busy} onClick={onStart}>
          Start from “{policy}”
        </Button>
      }
    />
  )
}
