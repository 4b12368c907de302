import { formatNoun } from '../../../../../shared/base/words.ts'
import type { MixDocument } from '../../../../../shared/trajectory/mix-document.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { errorText, fieldError } from '../../../api/errors.ts'
import { useMixDraw } from '../../../api/mix.ts'
import { useTraceRows } from '../../../api/traces.ts'
import { useAtom } from '../../../state/atom.ts'
import { copyText } from '../../../state/copy-text.ts'
import { showToast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { QueryField } from '../../../ui/query-field.tsx'
import { QueryHelp } from '../../common/query-help.tsx'
import { corpusFilterAtom } from '../../corpus/corpus-state.ts'
import { policyNames } from '../policy/policy-desk.ts'
import { policyDeskAtom } from '../policy/policy-desk-state.ts'
import { removeAt, replaceAt } from '../policy/policy-edits.ts'
import { policyText } from '../policy/policy-text.ts'
import { usePreviewedTrace } from '../preview/use-preview.ts'
import { sampleJobAtom } from '../sample-state.ts'
import { type MixDraft, type MixReading, mixOf, partAmounts, UNITS } from './mix-draft.ts'
import { MixPartRow } from './mix-part-row.tsx'
import { mixAtom, mixWhereAtom } from './mix-state.ts'
import { useMeanActions } from './use-mean-actions.ts'

interface MixPaneProps {
  /** Trace in focus, on which it is tried how long trajectories are. */
  readonly trace: string | null
  /** A job that draws is running. */
  readonly busy: boolean
  /** Why nothing can be drawn now; null when it can. */
  readonly blocked: string | null
}

function setMix(patch: Partial<MixDraft>): void {
  mixAtom.set((mix) => ({ ...mix, ...patch }))
}

function setParts(parts: MixDraft['parts']): void {
  setMix({ parts })
}

function addPart(): void {
  const { chosen } = policyDeskAtom.get()
  setParts([...mixAtom.get().parts, { share: 25, policy: chosen, direction: 'forward' }])
}

/** What is drawn up to, from which seed, and how much one program or trace gives at most. */
function Budget({ mix }: { mix: MixDraft }) {
  return (
    <div className="mix-budget">
      <span>Draw up to</span>
      <NumberInput
        label="Budget"
        value={mix.amount}
        most={1_000_000_000_000}
        onValue={(amount) => setMix({ amount: amount ?? 0 })}
      />
      <Choice
        label="Unit of the budget"
        value={mix.unit}
        options={UNITS.map((value) => ({ value, text: value }))}
        onValue={(unit) => setMix({ unit })}
      />
      <span>seed</span>
      <NumberInput
        label="Seed of the mix"
        value={mix.seed}
        most={Number.MAX_SAFE_INTEGER}
        onValue={(seed) => setMix({ seed: seed ?? 0 })}
      />
      <span>at most</span>
      <NumberInput
        label="Trajectories of a trace at most"
        placeholder="any"
        value={mix.perTrace}
        onValue={(perTrace) => setMix({ perTrace })}
      />
      <span>a trace,</span>
      <NumberInput
        label="Trajectories of a program at most"
        placeholder="any"
        value={mix.perProgram}
        onValue={(perProgram) => setMix({ perProgram })}
      />
      <span>a program</span>
    </div>
  )
}

function Traces({ where, onWhere }: { where: string; onWhere: (where: string) => void }) {
  const all = useTraceRows(useDebounced(where), null)
  const total = all.latest?.total ?? null
  return (
    <div className="filter-line mix-traces">
      <QueryField
        label="From the traces of a query"
        level="trace"
        placeholder={'empty keeps all, e.g. exit == "normal"'}
        value={where}
        error={fieldError(all.error)}
        hint={total === null ? undefined : `keeps ${formatNoun(total, 'trace')}`}
        onValue={onWhere}
      />
      <QueryHelp level="trace" />
    </div>
  )
}

/** Starts the job that draws a recipe, and says whether it has to wait. */
function useMixJob(where: string, { busy, blocked }: MixPaneProps) {
  const draw = useMixDraw()
  const isBusy = busy || draw.isPending
  const start = (mix: MixDocument): void => {
    if (isBusy || blocked !== null) return
    draw.mutate(
      { mix, where },
      {
        onSuccess: (job) => {
          sampleJobAtom.set(job)
          showToast('Drawing the mix.')
        },
        onError: (error) => showToast(errorText(error), { tone: 'error' }),
      },
    )
  }
  return { isBusy, start }
}

/** What is done with the recipe as a whole. */
function MixActs({
  reading,
  where,
  ...props
}: MixPaneProps & { reading: MixReading; where: string }) {
  const { mix, error } = reading
  const { blocked } = props
  const { isBusy, start } = useMixJob(where, props)
  return (
    <div className="hand-acts">
      <Button icon="plus" onClick={addPart}>
        Part
      </Button>
      <Button
        tone="primary"
        disabled={mix === null || blocked !== null}
        // A disabled button would lose the keyboard focus.
        aria-disabled={isBusy || undefined}
        hint={error ?? blocked ?? (isBusy ? 'A sampling job is running.' : undefined)}
        onClick={() => {
          if (mix !== null) start(mix)
        }}
      >
        Draw the mix
      </Button>
      <Button
        icon="copy"
        disabled={mix === null}
        hint="For a file, as ndw sample --mix takes it"
        onClick={() => void copyText(policyText(mix), 'the recipe')}
      >
        Copy as JSON
      </Button>
    </div>
  )
}

/** By part: about how many trajectories its amount of actions comes to; null where that is not known. */
function trajectoriesOf(
  mix: MixDraft,
  means: readonly (number | null)[],
): readonly (number | null)[] {
  return partAmounts(mix).map((amount, index) => {
    const mean = means[index] ?? null
    return mix.unit !== 'actions' || mean === null || mean === 0 ? null : Math.round(amount / mean)
  })
}

/** A recipe: how much of which policy and direction, up to which budget, over which traces. */
export function MixPane(props: MixPaneProps) {
  const mix = useAtom(mixAtom)
  const desk = useAtom(policyDeskAtom)
  const corpus = useAtom(corpusFilterAtom)
  const where = useAtom(mixWhereAtom) ?? corpus
  const reading = mixOf(mix, desk)
  const amounts = partAmounts(mix)
  const trajectories = trajectoriesOf(mix, useMeanActions(usePreviewedTrace(props.trace), reading))
  const total = mix.parts.reduce((sum, { share }) => sum + share, 0)
  return (
    <section className="mix-pane" aria-label="Mix">
      <Traces where={where} onWhere={mixWhereAtom.set} />
      <Budget mix={mix} />
      {mix.parts.map((part, index) => (
        <MixPartRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is told by its place alone
          key={index}
          index={index}
          part={part}
          names={policyNames(desk)}
          share={total === 0 ? 0 : part.share / total}
          amount={amounts[index] ?? 0}
          unit={mix.unit}
          trajectories={trajectories[index] ?? null}
          onPart={(next) => setParts(replaceAt(mix.parts, index, next))}
          onRemove={mix.parts.length === 1 ? null : () => setParts(removeAt(mix.parts, index))}
        />
      ))}
      {mix.unit !== 'tokens' ? null : (
        <p className="muted">
          Tokens are counted with nd@1 while the mix is drawn, never beyond the budget.
        </p>
      )}
      {reading.error === null ? null : (
        <p className="field-error" role="alert">
          {reading.error}
        </p>
      )}
      <MixActs {...props} {...{ reading, where }} />
    </section>
  )
}
