import { useMemo } from 'react'
import type { PolicyDocument } from '../../../../shared/trajectory/policy-document.ts'
import { errorText } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useTrace } from '../../api/traces.ts'
import { useSample } from '../../api/trajectories.ts'
import { useAtom } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { useFocus } from '../../state/place.ts'
import { showToast } from '../../state/toasts.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { TabList } from '../../ui/tab-list.tsx'
import { corpusFilterAtom } from '../corpus/corpus-state.ts'
import { MixPane } from './mix/mix-pane.tsx'
import { NoTrace } from './no-trace.tsx'
import { isAsShipped } from './policy/policy-desk.ts'
import { PolicyEditor } from './policy/policy-editor.tsx'
import { useEditedPolicy } from './policy/use-policy.ts'
import { CompareChoice } from './preview/compare-choice.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { SeedField } from './preview/seed-field.tsx'
import { checkDraft, type DrawRequest, seedOf } from './sample-draft.ts'
import { SampleForm } from './sample-form.tsx'
import { SampleJob } from './sample-job.tsx'
import {
  aloneAtom,
  type Shown,
  sampleDraftAtom,
  sampleJobAtom,
  shownAtom,
  shownNow,
} from './sample-state.ts'
import { TrajectoryList } from './trajectory-list.tsx'

const TABS = [
  { id: 'preview', text: 'Preview' },
  { id: 'trajectories', text: 'Trajectories' },
  { id: 'mix', text: 'Mix' },
] as const

const SHOW_COMMANDS = declareCommands('Sample', 'in the Sample view', {
  'sample.show-preview': { keys: ['p'], description: 'Show what the policy would draw' },
  'sample.show-trajectories': { keys: ['t'], description: 'Show the trajectories' },
  'sample.alone': { keys: ['Mod+b'], description: 'Hide or show the policy editor' },
  'sample.show-mix': { keys: ['m'], description: 'Show the mix of policies' },
})

/** What stands beside the policy, and the keys that change it. */
function useShown(trajectory: string | null): readonly [Shown, (shown: Shown) => void] {
  const shown = shownNow(useAtom(shownAtom), trajectory)
  const show = useMemo(
    () =>
      (next: Shown): void =>
        shownAtom.set({ shown: next, trajectory }),
    [trajectory],
  )
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { ...SHOW_COMMANDS['sample.show-preview'], run: () => show('preview') },
      { ...SHOW_COMMANDS['sample.show-trajectories'], run: () => show('trajectories') },
      { ...SHOW_COMMANDS['sample.alone'], run: () => aloneAtom.set((alone) => !alone) },
      { ...SHOW_COMMANDS['sample.show-mix'], run: () => show('mix') },
    ],
    [show],
  )
  useKeys('Sample', bindings)
  return [shown, show]
}

/** Starts a job that draws, and says what keeps it from it. */
function useDrawing() {
  const host = useHost()
  const job = useAtom(sampleJobAtom)
  const running = useJob(job)
  const sample = useSample()
  const busy = sample.isPending || (running.data !== undefined && isActive(running.data.state))
  const blocked =
    host?.readOnly === true ? (host.readOnlyReason ?? 'The store is read only.') : null
  const start = (request: DrawRequest, policy: PolicyDocument): void => {
    sample.mutate(
      { ...request, policy: isAsShipped(policy) ? policy.name : policy },
      {
        onSuccess: sampleJobAtom.set,
        onError: (error) => showToast(errorText(error), { tone: 'error' }),
      },
    )
  }
  return { job, busy, blocked, start }
}

function setSeed(seed: number): void {
  sampleDraftAtom.set((draft) => ({ ...draft, seed: String(seed) }))
}

function moveSeed(by: 1 | -1): void {
  sampleDraftAtom.set((draft) => {
    const next = Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, seedOf(draft) + by))
    return { ...draft, seed: String(next) }
  })
}

/** What a model would be trained on: policies, what they would draw, and the trajectories that were drawn. */
export function SampleView() {
  const { trace, trajectory } = useFocus()
  const { data } = useTrace(trace)
  const draft = useAtom(sampleDraftAtom)
  const edited = useEditedPolicy()
  const { job, busy, blocked, start } = useDrawing()
  const [shown, show] = useShown(trajectory)
  const layout = useSize('sample.policy', 360)
  const program = data?.program ?? null
  const { error } = edited.reading
  const { drawn } = edited
  const begin = (request: DrawRequest): void => {
    if (drawn === null) return
    start(request, drawn)
    show('trajectories')
  }
  const beginDefault = (): void => {
    const { request } = checkDraft(draft, trace, corpusFilterAtom.get())
    if (request !== null) begin(request)
  }
  const seed = seedOf(draft)
  const choice = useMemo(
    () => ({ policy: drawn, direction: draft.direction, seed }),
    [drawn, draft.direction, seed],
  )
  return (
    <SplitPane
      only={useAtom(aloneAtom) ? 'second' : null}
      label="Policy and trajectories"
      min={300}
      minRest={400}
      {...layout}
    >
      <div className="pane-body sample-side">
        <div className="sample-editor">
          <PolicyEditor
            edited={edited}
            direction={draft.direction}
            onDirection={(direction) => sampleDraftAtom.set((now) => ({ ...now, direction }))}
          />
        </div>
        <div className="sample-draw">
          <SampleForm
            draft={draft}
            onDraft={sampleDraftAtom.set}
            trace={trace}
            program={program}
            busy={busy}
            onSample={begin}
            blocked={blocked ?? (drawn === null ? error : null)}
          />
          <SampleJob job={job} />
        </div>
      </div>
      <div className="pane-body">
        <div className="sample-tabs">
          <TabList label="Beside the policy" tabs={TABS} chosen={shown} onChoose={show} />
        </div>
        {shown === 'trajectories' ? (
          <TrajectoryList
            {...{ trace, trajectory, program, busy }}
            policy={edited.desk.chosen}
            onStart={beginDefault}
          />
        ) : shown === 'mix' ? (
          <MixPane {...{ busy, blocked }} />
        ) : trace === null ? (
          <NoTrace />
        ) : (
          <PreviewPane
            trace={trace}
            choice={choice}
            policyError={error}
            onPolicy={edited.acts.setPolicy}
            head={
              <>
                <CompareChoice />
                <SeedField seed={seed} onSeed={setSeed} onMove={moveSeed} />
              </>
            }
          />
        )}
      </div>
    </SplitPane>
  )
}
