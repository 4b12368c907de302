import { useCallback, useMemo } from 'react'
import { type Atom, createAtom, useAtomPart } from './atom.ts'
import { createStoredAtom } from './stored.ts'

type ByTrace = Readonly<Record<string, readonly number[]>>

/** Traces whose permanent marks are remembered; of more the one marked longest ago is forgotten. */
const KEPT_TRACES = 500

const keptAtom = createStoredAtom<ByTrace>('marks', {}, (stored) => {
  if (typeof stored !== 'object' || stored === null) return null
  const lists = Object.entries(stored).filter(
    (entry): entry is [string, number[]] =>
      Array.isArray(entry[1]) && entry[1].every((seq) => Number.isSafeInteger(seq) && seq >= 0),
  )
  return Object.fromEntries(lists)
})
const momentsAtom = createAtom<ByTrace>({})
const NONE: readonly number[] = []

/** A marked event; one that is not kept is gone with the page. */
export interface Mark {
  readonly seq: number
  readonly kept: boolean
}

function toggled(seqs: readonly number[], seq: number): readonly number[] {
  return seqs.includes(seq) ? seqs.filter((one) => one !== seq) : [...seqs, seq]
}

function toggleIn(atom: Atom<ByTrace>, trace: string, seq: number): void {
  atom.set(({ [trace]: old = NONE, ...others }) => {
    const next = toggled(old, seq)
    const kept = Object.entries(others).slice(1 - KEPT_TRACES)
    return Object.fromEntries(next.length === 0 ? kept : [...kept, [trace, next]])
  })
}

export interface Marks {
  /** By seq, rising. */
  readonly marks: readonly Mark[]
  /** Marks an event, or takes the mark off; a permanent mark (`kept`) takes the place of a moment's. */
  readonly toggle: (seq: number, kept: boolean) => void
}

/** Events of a trace that the user marked. */
export function useMarks(trace: string): Marks {
  const kept = useAtomPart(keptAtom, (all) => all[trace] ?? NONE)
  const moments = useAtomPart(momentsAtom, (all) => all[trace] ?? NONE)
  const marks = useMemo(
    () =>
      [
        ...kept.map((seq) => ({ seq, kept: true })),
        ...moments.filter((seq) => !kept.includes(seq)).map((seq) => ({ seq, kept: false })),
      ].sort((a, b) => a.seq - b.seq),
    [kept, moments],
  )
  const toggle = useCallback(
    (seq: number, permanent: boolean) => {
      const isKept = kept.includes(seq)
      const isMoment = moments.includes(seq)
      if (permanent || isKept) toggleIn(keptAtom, trace, seq)
      if (isMoment || (!permanent && !isKept)) toggleIn(momentsAtom, trace, seq)
    },
    [trace, kept, moments],
  )
  return { marks, toggle }
}
