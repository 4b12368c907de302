import type { FileLines } from '../trace/source.ts'
import type { Visits } from './visits.ts'

/** Where a text stands in the source of a run. */
export interface FoundLines {
  /** Lines that hold it, those that never ran included. */
  readonly lines: number
  /** Seqs of the `line` events and first calls on them, rising. */
  readonly states: readonly number[]
}

/** Lines that hold a text, upper and lower case alike, and the states that are on one. */
export function findLines(files: FileLines, visits: Visits, text: string): FoundLines {
  const wanted = text.toLowerCase()
  if (wanted === '') return { lines: 0, states: [] }
  let found = 0
  const states: number[][] = []
  for (const [file, lines] of files.entries()) {
    for (const [index, line] of lines.entries()) {
      if (!line.toLowerCase().includes(wanted)) continue
      found++
      const events = visits.files[file]?.get(index + 1)
      if (events !== undefined) states.push(events.lines, events.calls)
    }
  }
  return { lines: found, states: states.flat().sort((a, b) => a - b) }
}
