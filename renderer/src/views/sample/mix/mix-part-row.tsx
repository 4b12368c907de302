import { formatCount } from '../../../../../shared/base/words.ts'
import type { MixAmounts, MixUnit } from '../../../../../shared/trajectory/mix-forecast.ts'
import { DIRECTIONS } from '../../../../../shared/trajectory/types.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { percent } from '../policy/percent.ts'
import type { MixPartDraft } from './mix-draft.ts'

interface MixPartRowProps {
  readonly index: number
  readonly part: MixPartDraft
  readonly names: readonly string[]
  /** Its share of all, in 0 to 1. */
  readonly share: number
  readonly amount: number
  readonly unit: MixUnit
  /** What that comes to in other units; null where that is not known. */
  readonly forecast: MixAmounts | null
  /** The forecast is of the mix as it was. */
  readonly isStale: boolean
  readonly onPart: (part: MixPartDraft) => void
  readonly onRemove: (() => void) | null
}

/** A forecast is told in two figures: it has no more. */
export function twoFigures(number: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, number))) - 1)
  return Math.round(number / step) * step
}

/** One part of a mix: a policy, a direction, its share, and what that comes to. */
export function MixPartRow(props: MixPartRowProps) {
  const { index, part, names, share, amount, unit, forecast, isStale, onPart, onRemove } = props
  const other = unit === 'trajectories' ? 'tokens' : 'trajectories'
  const of = `part ${index + 1}`
  return (
    <fieldset className="mix-row" aria-label={`Part ${index + 1}`}>
      <Choice
        label={`Policy of ${of}`}
        value={part.policy}
        options={names.map((value) => ({ value, text: value }))}
        onValue={(policy) => onPart({ ...part, policy })}
      />
      <Choice
        label={`Direction of ${of}`}
        value={part.direction}
        options={DIRECTIONS.map((value) => ({ value, text: value }))}
        onValue={(direction) => onPart({ ...part, direction })}
      />
      <Slider
        label="share"
        name={`share of ${of}`}
        value={part.share}
        share={percent(share)}
        onValue={(next) => onPart({ ...part, share: next })}
      />
      <span className={isStale ? 'numbers mix-amount stale' : 'numbers mix-amount'}>
        {formatCount(amount)} {unit}
        {forecast === null ? null : (
          <span className="muted"> {`≈ ${formatCount(twoFigures(forecast[other]))} ${other}`}</span>
        )}
      </span>
      {onRemove === null ? null : (
        <IconButton icon="close" label={`Remove ${of}`} onClick={onRemove} />
      )}
    </fieldset>
  )
}
