import { describe, expect, it } from 'vitest'
import { coverageOf } from '../../renderer/src/views/sample/preview/coverage.ts'
import { drawPaths, type PathsRequest } from '../../renderer/src/views/sample/preview/draw-paths.ts'
import {
  countPaths,
  jumpHorizons,
  rangeOf,
} from '../../renderer/src/views/sample/preview/path-counts.ts'
import { tryChanges } from '../../renderer/src/views/sample/preview/policy-changes.ts'
import { atOnce } from '../../shared/base/parts.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { createSourceIndex } from '../../shared/trajectory/source-index.ts'
import { FORWARD_ACTIONS } from '../../shared/trajectory/types.ts'
import { buildTree } from '../../shared/tree/build.ts'

const LINES = [
  'def main():',
  '    a = f(1)',
  '    b = f(2)',
  '    return a',
  'def f(x):',
  '    return x',
]

/** `main` calls `f` on line 2 and on line 3. */
function sourcesOfTwoCalls() {
  const f = (frame: number) =>
    [
      { kind: 'call', line: 5, depth: 2, frame, function: 'f' },
      { kind: 'line', line: 6, depth: 2, frame, function: 'f' },
      { kind: 'return', line: 6, depth: 2, frame, function: 'f' },
    ] as const
  const main = (kind: 'call' | 'line' | 'return', line: number) =>
    ({ kind, line, depth: 1, frame: 0, function: 'main' }) as const
  const events = [
    main('call', 1),
    main('line', 2),
    ...f(1),
    main('line', 3),
    ...f(2),
    main('line', 4),
    main('return', 4),
  ]
  const tree = buildTree(events.map((event) => ({ ...event, flags: 0, thread: 0 })))
  return createSourceIndex(tree, [LINES])
}

const OVER: PolicyDocument = {
  format: 'policy@1',
  name: 'over',
  about: 'Over everything.',
  forward: [{ mix: [{ share: 1, weights: { step_over: 1 } }] }],
}

function request(policy: PolicyDocument): PathsRequest {
  return {
    sources: sourcesOfTwoCalls(),
    trace: 't_1',
    exit: 'normal',
    policy,
    direction: 'forward',
    seed: 1,
    count: 20,
    queried: [],
  }
}

function paths(asked: PathsRequest) {
  const drawn = drawPaths(asked)
  if (!drawn.ok) throw new Error(drawn.error)
  return drawn.value
}

describe('coverage', () => {
  it('names the calls that no path enters, and the share of states and lines', () => {
    const asked = request(OVER)
    const coverage = atOnce(coverageOf(asked.sources.tree, paths(asked)))
    expect(coverage.states).toEqual({ reached: 5, all: 11 })
    expect(coverage.lines).toEqual({ reached: 4, all: 6 })
    expect(coverage.unreached).toEqual([
      { seq: 1, close: 4, function: 'f', states: 3 },
      { seq: 5, close: 8, function: 'f', states: 3 },
    ])
  })

  it('pauses on the way through a long tree, so that keys are answered meanwhile', () => {
    const main = { depth: 1, frame: 0, function: 'main', flags: 0, thread: 0 } as const
    const lines = Array.from(
      { length: 20_000 },
      () => ({ ...main, kind: 'line', line: 2 }) as const,
    )
    const tree = buildTree([
      { ...main, kind: 'call', line: 1 },
      ...lines,
      { ...main, kind: 'return', line: 2 },
    ])
    const parts = coverageOf(tree, [])
    let pauses = 0
    while (parts.next().done !== true) pauses += 1
    // Twice through it, for lines and for calls, with some 4,000 events between two pauses.
    expect(pauses).toBeGreaterThanOrEqual(8)
    expect(atOnce(coverageOf(tree, [])).lines).toEqual({ reached: 0, all: 2 })
  })

  it('tries changes with the same seed and tells those that enter such calls, never one that does not', () => {
    const asked = request(OVER)
    const { unreached } = atOnce(coverageOf(asked.sources.tree, paths(asked)))
    const tried = atOnce(tryChanges(asked, unreached))
    const words = tried.map((one) => one.words)
    expect(words).toContain('start at any call')
    expect(words).not.toContain('five times as many actions')
    expect(words).not.toContain('three times the weight of step_into')
    for (const { policy, enters } of tried) {
      const reached = atOnce(coverageOf(asked.sources.tree, paths({ ...asked, policy }))).unreached
      expect(reached.map(({ seq }) => seq)).not.toEqual(expect.arrayContaining([...enters]))
    }
  })
})

describe('counts of paths', () => {
  it('count actions, events, lengths, horizons and exits, all of them', () => {
    const asked = request({ ...OVER, forward: [{ mix: [{ share: 1, weights: { continue: 1 } }] }] })
    const counts = countPaths(asked.sources, paths(asked), FORWARD_ACTIONS)
    expect(counts.actions.find(({ name }) => name === 'continue')?.count).toBe(20)
    expect(counts.events.find(({ name }) => name === 'call')?.count).toBe(20)
    expect(counts.lengths.find(({ name }) => name === '1 to 3')?.count).toBe(20)
    // From event 0 to the exit, 10 events are left out.
    expect(counts.horizons.find(({ name }) => name === '4 to 15')?.count).toBe(20)
    expect(counts.tokens).toEqual([])
    expect(counts.ends.find(({ name }) => name === 'normal')?.count).toBe(20)
  })

  it('estimate tokens once the states were measured', () => {
    const asked = request(OVER)
    const sources = { ...asked.sources, sizes: asked.sources.tree.nodes.map(() => 300) }
    const { tokens } = countPaths(sources, paths({ ...asked, sources }), FORWARD_ACTIONS)
    // Five states of some 320 characters with their lines and markers, and the exit.
    expect(tokens.find(({ name }) => name === '1,024 to 4,095')?.count).toBe(20)
  })

  it('measure a jump by the states it leaves out, and steps not at all', () => {
    const [path] = paths(
      request({ ...OVER, forward: [{ mix: [{ share: 1, weights: { step_return: 1 } }] }] }),
    )
    expect(path === undefined ? null : jumpHorizons(path).slice(0, 1)).toEqual([9])
    const [over] = paths(request(OVER))
    expect(over === undefined ? null : jumpHorizons(over)).toEqual([])
    expect([0, 1, 3, 4, 63, 64, 255, 256, 9999].map(rangeOf)).toEqual([
      '0',
      '1 to 3',
      '1 to 3',
      '4 to 15',
      '16 to 63',
      '64 to 255',
      '64 to 255',
      '256 and more',
      '256 and more',
    ])
  })
})
