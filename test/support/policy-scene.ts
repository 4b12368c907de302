import { createPrng } from '../../shared/base/prng.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import { createSourceIndex, type SourceIndex } from '../../shared/trajectory/source-index.ts'
import { buildTree } from '../../shared/tree/build.ts'
import { type FullEvent, runMachine } from './random-trace.ts'

/** Files of the scene's functions; that of `g` is installed. */
export const SCENE_PATHS = ['src/main.py', 'lib/python3.12/site-packages/g.py'] as const

export interface PolicyScene {
  readonly name: string
  readonly sources: SourceIndex
  readonly events: readonly FullEvent[]
  readonly files: readonly (readonly string[])[]
}

const EMPTY_EVENT = { thread: 0, locals: [], arg: null }

/** A trace in two files with calls, library code and exceptions, from a number. */
function randomScene(number: number): PolicyScene {
  const prng = createPrng('policy scene', number)
  const numbers = Array.from({ length: 300 }, () => prng.nextBelow(10_000))
  const { events, lines } = runMachine(numbers, number % 2 === 1)
  const files = [lines, lines]
  const tree = buildTree(events)
  const nodes = tree.nodes.map((node) => ({ ...node, file: node.function === 'Box.g' ? 1 : 0 }))
  const writes = events.map((_event, seq) => (seq % 3 === 0 ? seq % 4 : 0))
  const facts = { paths: SCENE_PATHS, writes }
  const sources = createSourceIndex({ nodes }, files, facts)
  return { name: `random ${number}`, sources, events, files }
}

const LOOPS = `def main(n):
    for i in range(n):
        for j in range(3):
            work(j)
        done(i)
    return n

def work(j):
    while j:
        j -= 1
    return j
`

/** A trace of nested loops, with a loop in what the inner one calls. */
function loopScene(): PolicyScene {
  const lines = sourceLines(LOOPS)
  const events: FullEvent[] = []
  let frames = 1
  const at = (kind: FullEvent['kind'], line: number, frame: number): void => {
    const src = lines[line - 1] ?? ''
    const name = line < 8 ? 'main' : 'work'
    events.push({ ...EMPTY_EVENT, kind, line, frame, function: name, flags: 0, src })
  }
  const work = (count: number): void => {
    const frame = frames
    frames += 1
    at('call', 8, frame)
    for (let left = count; left > 0; left--) {
      at('line', 9, frame)
      at('line', 10, frame)
    }
    at('line', 9, frame)
    at('line', 11, frame)
    at('return', 11, frame)
  }
  at('call', 1, 0)
  for (let i = 0; i < 4; i++) {
    at('line', 2, 0)
    for (let j = 0; j < 3; j++) {
      at('line', 3, 0)
      at('line', 4, 0)
      work(j + 2)
    }
    at('line', 3, 0)
    at('line', 5, 0)
  }
  at('line', 2, 0)
  at('line', 6, 0)
  at('return', 6, 0)
  return {
    name: 'loops',
    sources: createSourceIndex(buildTree(events), [lines]),
    events,
    files: [lines],
  }
}

/** Traces that between them have everything that policies ask about. */
export function policyScenes(): PolicyScene[] {
  return [loopScene(), ...Array.from({ length: 6 }, (_, number) => randomScene(number))]
}
