import { useMemo } from 'react'
import { formatCount, formatNoun } from '../../../../../shared/base/words.ts'
import type { MixLengths, MixRequest } from '../../../../../shared/contract/drawing.ts'
import type { MixDocument } from '../../../../../shared/trajectory/mix-document.ts'
import {
  forecastMix,
  type MixForecast,
  type MixUnit,
} from '../../../../../shared/trajectory/mix-forecast.ts'
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
import { MixPartRow, twoFigures } from './mix-part-row.tsx'
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
function Reckoned({ mix, forecast, lengths }: ReckonedProps) {
  const sum = (unit: MixUnit): number => forecast.parts.reduce((all, part) => all + part[unit], 0)
  const [low, high] = forecast.trajectories.map(twoFigures)
  const told = [
    `≈ ${formatCount(twoFigures(sum('trajectories')))} trajectories (95 % of other traces like these: ${formatCount(low ?? 0)} to ${formatCount(high ?? 0)})`,
    `≈ ${formatCount(twoFigures(sum('actions')))} actions`,
    `≈ ${formatCount(twoFigures(sum('tokens')))} tokens of ${lengths.codec}`,
  ]
  const drawn = lengths.lengths
    .flat()
    .reduce((count, part) => count + (part?.tokens.length ?? 0), 0)
  return (
    <p className="muted mix-reckoned">
      {drawn === 0
        ? 'No trajectory of it can be drawn.'
        : `${told.join(', ')} in all, reckoned from ${formatNoun(drawn, 'trajectory', 'trajectories')} of ${formatCount(lengths.lengths.length)} of ${formatNoun(lengths.traces, 'trace')}.`}
      {mix.perProgram === undefined ? null : ' The cap of a program is not reckoned with.'}
    </p>
  )
}

interface ReckonedProps {
  readonly mix: MixDraft
  readonly forecast: MixForecast
  readonly lengths: MixLengths
}

/** What the mix comes to now, by lengths that were measured once; null while they are not known. */
function useForecast(mix: MixDraft, lengths: MixLengths | undefined): MixForecast | null {
  return useMemo(() => {
    if (lengths === undefined) return null
    const { unit, amount, perTrace, parts } = mix
    const shares = parts.map(({ share }) => share)
    return forecastMix({ shares, unit, amount, perTrace, ...lengths })
  }, [mix, lengths])
}

/** A recipe: how much of which policy and direction, up to which budget, over which traces. */
export function MixPane(props: MixPaneProps) {
  const mix = useAtom(mixAtom)
  const desk = useAtom(policyDeskAtom)
  const corpus = useAtom(corpusFilterAtom)
  const where = useAtom(mixWhereAtom) ?? corpus
  // What is asked would never come to rest if every render made it anew.
  const reading = useMemo(() => mixOf(mix, desk), [mix, desk])
  const amounts = partAmounts(mix)
  const asked = useMemo(() => lengthsAsked(reading, where), [reading, where])
  const lengths = useMixLengths(useDebounced(asked))
  const forecast = useForecast(mix, lengths.data)
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
          forecast={forecast?.parts[index] ?? null}
          isStale={lengths.isPlaceholderData}
          onPart={(next) => setParts(replaceAt(mix.parts, index, next))}
          onRemove={mix.parts.length === 1 ? null : () => setParts(removeAt(mix.parts, index))}
        />
      ))}
      {forecast === null || lengths.data === undefined ? null : (
        <Reckoned {...{ mix, forecast }} lengths={lengths.data} />
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
