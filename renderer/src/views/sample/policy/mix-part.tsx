import type { Part } from '../../../../../shared/trajectory/policy-document.ts'
import type { ActionName } from '../../../../../shared/trajectory/types.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { percent } from './percent.ts'
import { withWeight } from './policy-edits.ts'

interface MixPartProps {
  /** Which rule and part it is, to name its sliders: `rule 1, row 2`. */
  readonly of: string
  readonly part: Part
  /** Chance of the part among the rule's; null where it is the only one. */
  readonly chance: number | null
  readonly actions: readonly ActionName[]
  readonly onPart: (part: Part) => void
  readonly onRemove: () => void
}

/** One distribution of a rule: how often it is drawn, and the weight of each action in it. */
export function MixPart({ of, part, chance, actions, onPart, onRemove }: MixPartProps) {
  const total = Object.values(part.weights).reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return (
    <fieldset className="mix-part" aria-label={`Weights, ${of}`}>
      {chance === null ? null : (
        <div className="mix-share">
          <Slider
            label="row’s share"
            name={`share, ${of}`}
            value={part.share}
            share={percent(chance)}
            onValue={(share) => onPart({ ...part, share })}
          />
          <IconButton icon="close" label={`Remove ${of}`} onClick={onRemove} />
        </div>
      )}
      {actions.map((action) => {
        const weight = part.weights[action] ?? 0
        return (
          <Slider
            key={action}
            label={action}
            name={`${action}, ${of}`}
            value={weight}
            share={total === 0 ? '–' : percent(weight / total)}
            onValue={(next) => onPart(withWeight(part, action, next))}
          />
        )
      })}
    </fieldset>
  )
}
