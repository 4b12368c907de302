import { describe, expect, it } from 'vitest'
import { UNMATCHED } from '../../shared/base/match-sequences.ts'
import { type Alignment, alignTraces } from '../../shared/tree/align.ts'
import type { AlignedTrace } from '../../shared/tree/align-keys.ts'
import { matchFiles, matchLines } from '../../shared/tree/align-lines.ts'
import { buildTree, type TreeEvent } from '../../shared/tree/build.ts'

/** A call of a function: lines of it, and calls made from the line before. */
interface Call {
  readonly of: string
  readonly at: number
  readonly runs: readonly (number | Call)[]
}

function call(of: string, at: number, ...runs: (number | Call)[]): Call {
  return { of, at, runs }
}

const SOURCE = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join('\n')

function recorded(entry: Call, source = SOURCE, path = 'a.py'): AlignedTrace {
  const events: TreeEvent[] = []
  let frames = 0
  const run = ({ of, at, runs }: Call): void => {
    const frame = frames++
    const emit = (kind: TreeEvent['kind'], line: number): void => {
      events.push({ kind, line, function: of, frame, flags: 0, thread: 0 })
    }
    let line = at
    emit('call', at)
    for (const one of runs) {
      if (typeof one !== 'number') run(one)
      else {
        line = one
        emit('line', line)
      }
    }
    emit('return', line)
  }
  run(entry)
  return { nodes: buildTree(events).nodes, files: [{ path, source }] }
}

/** What each side has alone, as `function:line` of its events. */
function alone(a: AlignedTrace, b: AlignedTrace, { bOfA, aOfB }: Alignment) {
  const only = ({ nodes }: AlignedTrace, partners: Int32Array): string[] =>
    nodes
      .filter(({ seq }) => partners[seq] === UNMATCHED)
      .map(({ function: name, kind, line }) => `${name}:${kind === 'line' ? line : kind}`)
  return [only(a, bOfA), only(b, aOfB)]
}

const pass = (...work: (number | Call)[]): (number | Call)[] => [2, 3, ...work]
const small = call('f', 10, 11)
const large = call('f', 10, 11, call('g', 20, 21), 12)

describe('the files of two traces', () => {
  const file = (path: string, source: string) => ({ path, source })

  it('are the same by path, then by text, then as the only ones left', () => {
    const a = [file('a.py', 'one'), file('b.py', 'two'), file('c.py', 'three')]
    const b = [file('b.py', 'three, edited'), file('z.py', 'one'), file('y.py', 'four')]
    expect([...matchFiles(a, b)].sort()).toEqual([
      [0, 1],
      [1, 0],
      [2, 2],
    ])
    // The path counts for more than the text.
    expect([
      ...matchFiles([file('a.py', 'one')], [file('b.py', 'one'), file('a.py', 'two')]),
    ]).toEqual([[0, 1]])
  })

  it('are none of each other where several are left on a side, and each but once', () => {
    const two = [file('a.py', 'one'), file('b.py', 'two')]
    expect(matchFiles(two, [file('c.py', 'three')]).size).toBe(0)
    expect(matchFiles([file('c.py', 'three')], two).size).toBe(0)
    const twice = [file('a.py', 'one'), file('b.py', 'one')]
    expect([...matchFiles(twice, [file('z.py', 'one'), file('y.py', 'one')])]).toEqual([
      [0, 0],
      [1, 1],
    ])
  })
})

describe('the lines of two sources', () => {
  const matched = (a: string[], b: string[]) => [...matchLines(a.join('\n'), b.join('\n'))].slice(1)

  it('are the same but for indentation', () => {
    expect(matched(['if x:', '    y = 1', 'z = 2'], ['y = 1', '', 'z = 2'])).toEqual([0, 1, 3])
  })

  it('are the same, edited, where they begin with one word and as many stand there', () => {
    expect(matched(['top', 'n = 1', 'end'], ['top', 'n = 2', 'end'])).toEqual([1, 2, 3])
    expect(matched(['top', 'n = 1', 'n = 2', 'end'], ['top', 'n = 3', 'end'])).toEqual([1, 0, 0, 3])
    expect(matched(['top', ')', 'end'], ['top', ']', 'end'])).toEqual([1, 0, 3])
  })
})

describe('the alignment of two traces', () => {
  it('leads events on no line of the text to each other, whatever became of the text', () => {
    const a = recorded(call('main', 1, 0, 2, 99, 3))
    const b = recorded(call('main', 2, 0, 3, 99, 4), `moved\n${SOURCE}`)
    const { bOfA, lines } = alignTraces(a, b)
    expect([...bOfA]).toEqual(a.nodes.map(({ seq }) => seq))
    expect(lines[1]).toEqual(lines[0])
  })

  it('leads runs to each other whatever their entries are called, and calls on whatever lines they begin', () => {
    const a = recorded(call('main', 1, 2, call('f', 10, 11), 3))
    const other = recorded(call('start', 1, 2, call('f', 10, 11), 3))
    const moved = recorded(call('main', 1, 2, call('f', 30, 11), 3))
    for (const b of [other, moved]) {
      expect([...alignTraces(a, b).bOfA]).toEqual(a.nodes.map(({ seq }) => seq))
      expect([...alignTraces(b, a).bOfA]).toEqual(a.nodes.map(({ seq }) => seq))
    }
  })

  it('shifts nothing after a call that only one side makes', () => {
    const a = recorded(call('main', 1, 2, 3, call('f', 10, 11), 4, call('g', 20, 21), 5))
    const b = recorded(
      call('main', 1, 2, call('log', 30, 31), 3, call('f', 10, 11), 4, call('g', 20, 21), 5),
    )
    expect(alone(a, b, alignTraces(a, b))).toEqual([[], ['log:call', 'log:31', 'log:return']])
  })

  it('takes the pass that is of its own shape for the one that was added, wherever it is', () => {
    const passes = [pass(small), pass(large), pass(small), pass(small)]
    const a = recorded(call('main', 1, ...passes.flat(), 2, 5))
    for (const added of [0, 1, 2, 3, 4]) {
      const more = [...passes.slice(0, added), pass(30, large), ...passes.slice(added)]
      const b = recorded(call('main', 1, ...more.flat(), 2, 5))
      const [onlyA, onlyB] = alone(a, b, alignTraces(a, b))
      expect(onlyA).toEqual([])
      expect(onlyB).toContain('main:30')
      expect(onlyB).toHaveLength(b.nodes.length - a.nodes.length)
    }
  })

  it('puts what was added to a row of its like where most of the same shape stays together', () => {
    // Only shapes tell which of the equal lines was added; and what differs at both ends keeps the ends apart.
    const passes = [large, large, large, large]
    const runs = (calls: readonly Call[]) => calls.flatMap((one) => pass(one))
    const a = recorded(call('main', 1, 6, ...runs(passes), 8))
    for (const added of [0, 1, 2, 3, 4]) {
      const more = [...passes.slice(0, added), small, ...passes.slice(added)]
      const b = recorded(call('main', 1, 7, ...runs(more), 9))
      const [onlyA, onlyB] = alone(a, b, alignTraces(a, b))
      expect(onlyA).toEqual(['main:6', 'main:8'])
      expect(
        onlyB?.filter((one) => one.startsWith('g')),
        `added at ${added}`,
      ).toEqual([])
      expect(onlyB).toHaveLength(2 + 5)
      // The other way round it is the first list that has the gap.
      expect(alone(b, a, alignTraces(b, a))).toEqual([onlyB, onlyA])
    }
  })

  it('takes the last of equal passes for the ones that were added, whatever else differs', () => {
    const runs = (calls: readonly Call[]) => calls.flatMap((one) => pass(one))
    const a = recorded(call('main', 1, 6, ...runs([small, small]), 8))
    const b = recorded(call('main', 1, 7, ...runs([small, small, small, small]), 8))
    const { bOfA } = alignTraces(a, b)
    const callsOf = ({ nodes }: AlignedTrace): number[] =>
      nodes
        .filter(({ kind, function: name }) => kind === 'call' && name === 'f')
        .map(({ seq }) => seq)
    const [first, second] = callsOf(b)
    expect(callsOf(a).map((seq) => bOfA[seq])).toEqual([first, second])
    // Of two that were added, one is of its own shape and the other the last of its like.
    const c = recorded(call('main', 1, 6, ...runs([small, small, small]), 8))
    const d = recorded(
      call('main', 1, 6, ...runs([small]), ...pass(large, 30), ...runs([small, small, small]), 8),
    )
    const [one, , two, three] = callsOf(d)
    expect(callsOf(c).map((seq) => alignTraces(c, d).bOfA[seq])).toEqual([one, two, three])
  })

  it('goes by the order of the calls where both make as many, whatever is in them', () => {
    const a = recorded(call('fib', 1, 2, call('fib', 1, 2, call('fib', 1, 3)), call('fib', 1, 3)))
    const b = recorded(call('fib', 1, 2, a3(), call('fib', 1, 2, call('fib', 1, 3))))
    const { bOfA } = alignTraces(a, b)
    const callsOf = ({ nodes }: AlignedTrace, parent: number): number[] =>
      nodes.filter((node) => node.parent === parent && node.kind === 'call').map(({ seq }) => seq)
    expect(callsOf(a, 1).map((seq) => bOfA[seq])).toEqual(callsOf(b, 1))
  })

  it('goes by the texts of the lines where the sources differ, and keeps calls and returns together', () => {
    const before = 'def main():\n    x = 1\n    y = 2\n    return y'
    const after = '# new\ndef main():\n    x = 1\n    print(x)\n    y = 3\n    return y'
    expect([...matchLines(before, after)]).toEqual([0, 2, 3, 0, 6])
    const edited = 'def main():\n    x = 1\n    y = 3\n    return y'
    expect([...matchLines(before, edited)]).toEqual([0, 1, 2, 3, 4])
    const replaced = 'def main():\n    x = 1\n    print(x)\n    return y'
    expect([...matchLines(before, replaced)]).toEqual([0, 1, 2, 0, 4])
    const a = recorded(call('main', 1, 2, 3, 4), before, 'old.py')
    const b = recorded(call('main', 2, 3, 4, 5, 6), after, 'new.py')
    expect(alone(a, b, alignTraces(a, b))).toEqual([['main:3'], ['main:4', 'main:5']])
    const early = recorded(call('main', 1, 2), before)
    const late = recorded(call('main', 1, 2, 3, 4), before)
    expect(alone(early, late, alignTraces(early, late))).toEqual([[], ['main:3', 'main:4']])
  })

  it('matches functions by their files: by path, by text, and the only ones left', () => {
    const events = (file: number): AlignedTrace['nodes'] =>
      recorded(call('f', 1, 2, 3)).nodes.map((node) => ({ ...node, file }))
    const [x, y, z] = ['x', 'y', 'z'].map((name) => ({
      path: `${name}.py`,
      source: `a\nb\n${name}`,
    }))
    if (x === undefined || y === undefined || z === undefined) throw new Error('files')
    const a = { nodes: events(0), files: [x, y] }
    const answers = (file: number, files: AlignedTrace['files']): boolean => {
      const { functions } = alignTraces(a, { nodes: events(file), files })
      return functions[0][0] === functions[1][0]
    }
    expect(answers(1, [y, x])).toBe(true)
    expect(answers(1, [y, { ...x, path: 'moved.py' }])).toBe(true)
    expect(answers(0, [z, y])).toBe(true)
    expect(answers(0, [y, z])).toBe(false)
  })

  // Where its time grew with the square of the steps it would take longer than a test may.
  it('aligns two traces of 100,000 steps, however little they share', () => {
    const work = (salt: number): Call => {
      const runs: (number | Call)[] = []
      let state = salt
      while (runs.length < 60_000) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
        runs.push(2 + ((state >> 8) % 6))
        if (state % 5 === 0) runs.push((state >> 9) % 2 === 0 ? small : large)
      }
      return call('main', 1, ...runs)
    }
    const [a, b] = [recorded(work(1)), recorded(work(7))]
    expect(a.nodes.length + b.nodes.length).toBeGreaterThan(200_000)
    const { bOfA } = alignTraces(a, b)
    expect(bOfA.filter((seq) => seq !== UNMATCHED).length).toBeGreaterThan(a.nodes.length / 5)
  })
})

function a3(): Call {
  return call('fib', 1, 2, call('fib', 1, 3), call('fib', 1, 3))
}
