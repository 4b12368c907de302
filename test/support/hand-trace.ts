import type { ShownState } from '../../shared/grammar/transcript.ts'
import type { EventKind, Locals, Value } from '../../shared/trace/event.ts'
import { lineText, sourceLines } from '../../shared/trace/source.ts'
import { createSourceIndex } from '../../shared/trajectory/source-index.ts'
import { buildTree } from '../../shared/tree/build.ts'
import type { FullEvent } from './random-trace.ts'

/** An event written by hand: its kind, line, frame, function, and the repr of its locals or its value. */
export type HandEvent = readonly [
  kind: EventKind,
  line: number,
  frame: number,
  name: string,
  shown: Readonly<Record<string, string>> | string,
  hidden?: Readonly<Record<string, string>>,
  flags?: number,
]

export function repr(text: string): Value {
  return { text, size: text.length, type: 'object' }
}

function localsOf(shown: Readonly<Record<string, string>>): Locals {
  return Object.entries(shown).map(([name, text]) => [name, repr(text)])
}

/** A trace from its source and events; a return or exception may carry locals that are never shown. */
export function handTrace(source: string, hand: readonly HandEvent[]) {
  const lines = sourceLines(source)
  const events = hand.map((told): FullEvent => {
    const [kind, line, frame, name, shown, hidden, flags = 0] = told
    const isValue = typeof shown === 'string'
    const locals = localsOf(isValue ? (hidden ?? {}) : shown)
    const arg = isValue ? repr(shown) : null
    const src = lineText(lines, line)
    return { kind, line, frame, function: name, flags, thread: 0, src, locals, arg }
  })
  return { source, lines, events, ...tracePlace(events, lines) }
}

/** What sampling and transcripts need of a trace. */
export function tracePlace(events: readonly FullEvent[], lines: readonly string[]) {
  const tree = buildTree(events)
  const lookup = (seq: number): ShownState => {
    const event = events[seq]
    const node = tree.nodes[seq]
    if (event === undefined || node === undefined) throw new Error(`no state ${seq}`)
    const { kind, src, locals, arg } = event
    return { kind, src, locals, arg, activation: node.activation }
  }
  return { tree, lookup, sources: createSourceIndex(tree, [lines]) }
}

const SCALE_ARGUMENTS = { xs: '[1, 2]', k: '3' }
const SCALED = { ...SCALE_ARGUMENTS, out: '[3, 6]', x: '2' }

/** A loop and a call: the program of neural-debugger.md 2.4's own example. */
export const SCALE = handTrace(
  `def scale(xs, k):
    out = []
    for x in xs:
        out.append(x * k)
    return out

def total():
    ys = scale([1, 2], 3)
    return sum(ys)
`,
  [
    ['call', 7, 0, 'total', {}],
    ['line', 8, 0, 'total', {}],
    ['call', 1, 1, 'scale', SCALE_ARGUMENTS],
    ['line', 2, 1, 'scale', SCALE_ARGUMENTS],
    ['line', 3, 1, 'scale', { ...SCALE_ARGUMENTS, out: '[]' }],
    ['line', 4, 1, 'scale', { ...SCALE_ARGUMENTS, out: '[]', x: '1' }],
    ['line', 3, 1, 'scale', { ...SCALE_ARGUMENTS, out: '[3]', x: '1' }],
    ['line', 4, 1, 'scale', { ...SCALE_ARGUMENTS, out: '[3]', x: '2' }],
    ['line', 3, 1, 'scale', SCALED],
    ['line', 5, 1, 'scale', SCALED],
    ['return', 5, 1, 'scale', '[3, 6]', SCALED],
    ['line', 9, 0, 'total', { ys: '[3, 6]' }],
    ['return', 9, 0, 'total', '9', { ys: '[3, 6]' }],
  ],
)
