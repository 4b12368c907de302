import type { Bounds } from '../../../../../shared/trajectory/policy-document.ts'
import { NumberInput } from '../../../ui/number-input.tsx'
import { withKey } from './policy-edits.ts'

interface BoundsInputProps<T extends Bounds> {
  /** What is bounded, to name the two fields. */
  readonly words: string
  readonly value: T
  readonly onValue: (value: T) => void
}

/** A number from `at_least` on and below the other; a field left empty bounds nothing. */
export function BoundsInput<T extends Bounds>({ words, value, onValue }: BoundsInputProps<T>) {
  return (
    <span className="bounds-input">
      at least
      <NumberInput
        label={`${words} at least`}
        value={value.at_least}
        most={Number.MAX_SAFE_INTEGER}
        onValue={(next) => onValue(withKey<T, 'at_least'>(value, 'at_least', next))}
      />
      below
      <NumberInput
        label={`${words} below`}
        value={value.below}
        most={Number.MAX_SAFE_INTEGER}
        onValue={(next) => onValue(withKey<T, 'below'>(value, 'below', next))}
      />
    </span>
  )
}
