import { useMemo } from 'react'
import { formatCount } from '../../../shared/base/words.ts'
import type { TokenStretch } from '../draw/token-rows.ts'

interface TokenRulerProps {
  readonly stretches: readonly TokenStretch[]
  /** Tokens of the whole text, of which the stretches may be the first part. */
  readonly total: number
  /** Step of the state in focus. */
  readonly step: number
  /** Tokens that fit, and which of them. */
  readonly limit: number
  readonly keep: 'first' | 'last'
  readonly onStep: (step: number) => void
}

/** Units across: what is drawn is stretched to the width there is. */
const UNITS = 1000

/** How the tokens of a text share out over its states, and where a context ends. Keys are those of the steps beside it. */
export function TokenRuler({ stretches, total, step, limit, keep, onStep }: TokenRulerProps) {
  const scale = UNITS / Math.max(1, total)
  const path = useMemo(
    () =>
      [0, 1].map((parity) =>
        stretches
          .filter((one) => one.step >= 0 && one.step % 2 === parity)
          .map(
            (one) =>
              `M${one.from * scale} 4h${(one.to - one.from) * scale}v12h-${(one.to - one.from) * scale}z`,
          )
          .join(''),
      ),
    [stretches, scale],
  )
  const current = stretches.find((one) => one.step === step)
  const cut = Math.min(total, limit) * scale
  const lost = keep === 'first' ? { x: cut, width: UNITS - cut } : { x: 0, width: UNITS - cut }
  const edge = keep === 'first' ? cut : UNITS - cut
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of steps beside it is the way by keyboard
    <svg
      className="token-ruler"
      role="img"
      aria-label={`${formatCount(total)} tokens, of which the ${keep} ${formatCount(Math.min(limit, total))} fit`}
      viewBox={`0 0 ${UNITS} 20`}
      preserveAspectRatio="none"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        const token = ((event.clientX - box.left) / Math.max(1, box.width)) * total
        const found = stretches.find((one) => token >= one.from && token < one.to)
        if (found !== undefined && found.step >= 0) onStep(found.step)
      }}
    >
      <rect className="ruler-code" x="0" y="4" width={UNITS} height="12" />
      <path className="ruler-even" d={path[0]} />
      <path className="ruler-odd" d={path[1]} />
      {current === undefined ? null : (
        <rect
          className="ruler-current"
          x={current.from * scale}
          y="1"
          width={Math.max(3, (current.to - current.from) * scale)}
          height="18"
        />
      )}
      {limit >= total ? null : (
        <>
          <rect className="ruler-lost" x={lost.x} y="0" width={lost.width} height="20" />
          <rect className="ruler-edge" x={edge - 1} y="0" width="2" height="20" />
        </>
      )}
    </svg>
  )
}
