import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'good' | 'bad' | 'warning' | 'active'

/** A word in a small box. The word says everything; the colour only helps to find it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}

export const TRUSTS = [
  'recorded',
  'predicted',
  'inferred',
  'verified',
  'refuted',
  'unchecked',
] as const
export type Trust = (typeof TRUSTS)[number]

const SIGNS: Readonly<Record<Trust, string>> = {
  recorded: '',
  predicted: '',
  inferred: '←',
  verified: '✓',
  refuted: '✗',
  unchecked: '?',
}

/** Where a value comes from and what it is worth: shape and word, colour second (product.md 4.6). */
export function TrustMark({ trust }: { trust: Trust }) {
  return (
    <span className={`trust ${trust}`} data-trust={trust}>
      {SIGNS[trust] === '' ? null : <span aria-hidden="true">{SIGNS[trust]}</span>}
      {trust}
    </span>
  )
}
