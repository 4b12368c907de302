import { useState } from 'react'
import { NumberInput } from './number-input.tsx'

interface SliderProps {
  readonly label: string
  /** Its name where the same label stands several times in a view. */
  readonly name?: string
  readonly value: number
  readonly onValue: (value: number) => void
  /** What the value comes to, beside it: `35 %`. */
  readonly share?: string
}

/** Where a slider ends that nobody has gone beyond. */
const FIRST_MOST = 100

/** A weight from 0 on: a slider that the arrow keys move, and its number, which goes further than the slider. */
export function Slider({ label, name = label, value, onValue, share }: SliderProps) {
  // It never gets shorter, or it would run away under the pointer that makes the value less.
  const [most, setMost] = useState(Math.max(FIRST_MOST, value))
  if (value > most) setMost(value)
  return (
    <div className="slider">
      <span className="slider-label ellipsis" title={label}>
        {label}
      </span>
      <input
        type="range"
        aria-label={name}
        min={0}
        max={most}
        value={value}
        aria-valuetext={share === undefined ? `${value}` : `${value}, ${share}`}
        onChange={({ target }) => onValue(Number(target.value))}
      />
      <NumberInput
        label={`${name}, as a number`}
        value={value}
        onValue={(next) => onValue(next ?? 0)}
      />
      <span className="slider-share numbers muted">{share ?? ''}</span>
    </div>
  )
}
