import type { RowNote } from '../../../draw/outline-shapes.ts'
import { visitedSeqs } from '../../../draw/path-lanes.ts'
import type { SampledPath } from './draw-paths.ts'

/** For each state that some path visits: how many of them do. */
export function visitNotes(paths: readonly SampledPath[]): ReadonlyMap<number, RowNote> {
  const counts = new Map<number, number>()
  for (const path of paths) {
    for (const seq of new Set(visitedSeqs(path))) counts.set(seq, (counts.get(seq) ?? 0) + 1)
  }
  const notes = new Map<number, RowNote>()
  for (const [seq, count] of counts) {
    notes.set(seq, {
      tone: 'value',
      text: `${'▮'.repeat(Math.ceil((8 * count) / paths.length))} ${count}`,
    })
  }
  return notes
}

/** For each state that one path visits: which step led to it. Inverse states share a row. */
export function stepNotes({ start, steps }: SampledPath): ReadonlyMap<number, RowNote> {
  const notes = new Map<number, RowNote>([[start.seq, { tone: 'value', text: '◂ start' }]])
  steps.forEach(({ action, target }, index) => {
    if (target === null) return
    const before = notes.get(target.seq)?.text
    const step = `${index} ${action.name}`
    notes.set(target.seq, {
      tone: 'value',
      text: before === undefined ? `◂ ${step}` : `${before}, ${step}`,
    })
  })
  return notes
}
