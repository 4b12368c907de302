/**
 * When a thread of a run had the events: for each stretch in which it alone had them, `seq` of the first in the
 * thread's own trace and `moment`, its number among all events of the run. Flat, `[seq, moment, seq, moment, …]`, both
 * rising.
 */
export type Turns = readonly number[]

/** Index in `turns` of the last turn whose number at `offset` (0 seq, 1 moment) is at most `value`, or -1. */
function lastTurn(turns: Turns, offset: 0 | 1, value: number): number {
  let low = 0
  let high = turns.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[2 * middle + offset] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Number among all events of the run of the thread's event `seq`. */
export function momentOf(turns: Turns, seq: number): number {
  const at = 2 * Math.max(0, lastTurn(turns, 0, seq))
  return (turns[at + 1] ?? 0) + seq - (turns[at] ?? 0)
}

/** The last of a thread's `events` at that moment or before it; its first where it had none yet. */
export function seqAtMoment(turns: Turns, events: number, moment: number): number {
  const turn = lastTurn(turns, 1, moment)
  if (turn < 0) return 0
  const [seq = 0, from = 0, next = events] = turns.slice(2 * turn, 2 * turn + 3)
  return Math.min(seq + moment - from, next - 1)
}

/** What keeps numbers from being the turns of a trace of so many events, as a clause; null where nothing does. */
export function turnsProblem(turns: Turns, events: number): string | null {
  if (turns.length % 2 !== 0) return 'they are not pairs of numbers'
  if (turns.length === 0 || turns[0] !== 0) return 'the first does not begin with event 0'
  for (let at = 2; at < turns.length; at += 2) {
    const seqs = (turns[at] ?? 0) - (turns[at - 2] ?? 0)
    const moments = (turns[at + 1] ?? 0) - (turns[at - 1] ?? 0)
    if (seqs < 1 || moments <= seqs) return `number ${at / 2} does not come after the one before it`
  }
  return (turns.at(-2) ?? 0) < events ? null : 'the last begins behind the last event'
}
