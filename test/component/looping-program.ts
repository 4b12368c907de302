import { FLAG_AFTER_GAP } from '../../shared/trace/event.ts'
import { DETAIL, event, type Recorded } from './recorded-program.ts'

export const LOOPING_SOURCE = `def main(n):
    t = 0
    for i in range(n):
        for j in range(2):
            t += j
    return t

def never():
    pass
`

function passOf(i: number, t: number): Recorded[] {
  const at = (line: number, more: Readonly<Record<string, number>>) =>
    event(['line', line, 0], { n: 3, i, ...more })
  return [
    at(4, { t }),
    at(5, { t, j: 0 }),
    at(4, { t, j: 0 }),
    at(5, { t, j: 1 }),
    at(4, { t: t + 1, j: 1 }),
  ]
}

/** What `main(3)` records: 0 call, 1 line 2, then for each i six events from a visit of line 3 on. */
export const LOOPING: readonly Recorded[] = [
  event(['call', 1, 0], { n: 3 }),
  event(['line', 2, 0], { n: 3 }),
  ...[0, 1, 2].flatMap((i) => [event(['line', 3, 0], { n: 3, t: i }), ...passOf(i, i)]),
  event(['line', 3, 0], { n: 3, t: 3 }),
  event(['line', 6, 0], { n: 3, t: 3 }),
  event(['return', 6, 0], { n: 3, t: 3 }, 3),
]

/** The host's recording of it. */
export const LOOPING_HOST = {
  events: LOOPING,
  detail: { ...DETAIL, source: LOOPING_SOURCE, events: LOOPING.length, entry: 'main(3)' },
}

/** The same where loop sampling left out what came before the last pass, and a limit ended the recording. */
export const CUT_HOST = {
  events: LOOPING.slice(0, -2).map((one, seq) =>
    seq === 15 ? { ...one, flags: FLAG_AFTER_GAP } : one,
  ),
  detail: {
    ...LOOPING_HOST.detail,
    events: LOOPING.length - 2,
    exit: 'never' as const,
    stopReason: 'step_limit' as const,
    maxSteps: 21,
  },
}
