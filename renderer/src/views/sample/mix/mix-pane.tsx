import { formatCount, formatNoun } from '../../../../../shared/base/words.ts'
import type { MixLengths, MixRequest } from '../../../../../shared/contract/drawing.ts'
import type { MixDocument } from '../../../../../shared/trajectory/mix-document.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { errorText, fieldError } from '../../../api/errors.ts'
import { useMixDraw, useMixLengths } from '../../../api/mix.ts'
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
import { sampleJobAtom } from '../sample-state.ts'
import { type MixDraft, type MixReading, mixOf, partAmounts, UNITS } from './mix-draft.ts'
import { aboutText, estimateOf, type PartEstimate, totalOf } from './mix-estimate.ts'
import { MixPartRow } from './mix-part-row.tsx'
import { mixAtom, mixWhereAtom } from './mix-state.ts'

interface MixPaneProps {
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

/** The mix as far as lengths depend on it: shares and budget may be dragged without asking again. */
function lengthsAsked({ mix }: MixReading, where: string): MixRequest | null {
  if (mix === null) return null
  const { caps: _, ...rest } = mix
  const parts = mix.parts.map((part) => ({ ...part, share: 1 }))
  return { mix: { ...rest, budget: { trajectories: 1 }, parts }, where }
}

/** What the recipe comes to as a whole, and how that is known. */
function Reckoned({ mix, parts, lengths }: ReckonedProps) {
  const others = UNITS.filter((unit) => unit !== mix.unit && unit !== 'actions')
  const sums = others.flatMap((unit) => {
    const total = totalOf(parts, unit)
    return total === null ? [] : [aboutText(total, unit)]
  })
  const drawn = lengths.parts.reduce((sum, part) => sum + (part?.drawn ?? 0), 0)
  const from = `${formatCount(drawn)} drawn from ${formatCount(lengths.traces)} of ${formatNoun(lengths.of, 'trace')}`
  const trajectories = totalOf(parts, 'trajectories')?.about ?? 0
  const allowed = mix.perTrace === undefined ? null : mix.perTrace * lengths.of
  return (
    <p className="muted mix-reckoned">
      {sums.length === 0
        ? 'No trajectory of it can be drawn.'
        : `${sums.join(' and ')} in all, reckoned from ${from}; tokens of ${lengths.codec}.`}
      {allowed !== null && allowed < trajectories
        ? ` At most ${formatNoun(allowed, 'trajectory', 'trajectories')} by the cap of a trace.`
        : null}
    </p>
  )
}

interface ReckonedProps {
  readonly mix: MixDraft
  readonly parts: readonly (PartEstimate | null)[]
  readonly lengths: MixLengths
}

/** A recipe: how much of which policy and direction, up to which budget, over which traces. */
export function MixPane(props: MixPaneProps) {
  const mix = useAtom(mixAtom)
  const desk = useAtom(policyDeskAtom)
  const corpus = useAtom(corpusFilterAtom)
  const where = useAtom(mixWhereAtom) ?? corpus
  const reading = mixOf(mix, desk)
  const amounts = partAmounts(mix)
  const lengths = useMixLengths(useDebounced(lengthsAsked(reading, where)))
  const parts = amounts.map((amount, at) => estimateOf(amount, mix.unit, lengths.data?.parts[at]))
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
          estimate={parts[index] ?? null}
          isStale={lengths.isPlaceholderData}
          onPart={(next) => setParts(replaceAt(mix.parts, index, next))}
          onRemove={mix.parts.length === 1 ? null : () => setParts(removeAt(mix.parts, index))}
        />
      ))}
      {lengths.data === undefined ? null : (
        <Reckoned mix={mix} parts={parts} lengths={lengths.data} />
      )}
      {lengths.error === null ? null : (
        <p className="field-error" role="alert">
          {errorText(lengths.error)}
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
