import type { EventKind, Locals, Value } from '../../shared/trace/event.ts'

export const SOURCE = `def main(n):
    x = n
    y = g(x)
    return y

def g(x):
    return x + 1
`

export function int(value: number): Value {
  return { text: String(value), size: String(value).length, type: 'int' }
}

interface Recorded {
  readonly kind: EventKind
  readonly line: number
  readonly frame: number
  readonly locals: Locals
  readonly arg: Value | null
}

function event(
  place: readonly [kind: EventKind, line: number, frame: number],
  locals: Readonly<Record<string, number>>,
  arg: number | null = null,
): Recorded {
  const [kind, line, frame] = place
  const values = Object.entries(locals).map(([name, value]) => [name, int(value)] as const)
  return { kind, line, frame, locals: values, arg: arg === null ? null : int(arg) }
}

/** What `main(1)` of SOURCE records. */
export const EVENTS: readonly Recorded[] = [
  event(['call', 1, 0], { n: 1 }),
  event(['line', 2, 0], { n: 1 }),
  event(['line', 3, 0], { n: 1, x: 1 }),
  event(['call', 6, 1], { x: 1 }),
  event(['line', 7, 1], { x: 1 }),
  event(['return', 7, 1], { x: 1 }, 2),
  event(['line', 4, 0], { n: 1, x: 1, y: 2 }),
  event(['return', 4, 0], { n: 1, x: 1, y: 2 }, 2),
]
