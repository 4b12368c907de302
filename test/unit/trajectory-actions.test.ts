import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { applyAction, legalActions } from '../../shared/trajectory/act.ts'
import { entryScopes, rootScope } from '../../shared/trajectory/scope.ts'
import { createSourceIndex, isCodeLine } from '../../shared/trajectory/source-index.ts'
import { FORWARD_ACTIONS } from '../../shared/trajectory/types.ts'
import { createWalk, type Walk } from '../../shared/trajectory/walk.ts'
import { handTrace, SCALE } from '../support/hand-trace.ts'

type Place = Pick<typeof SCALE, 'tree' | 'sources'>

function wholeOf({ tree, sources }: Place): Walk {
  return createWalk(sources, must(rootScope(tree), 'scope'))
}

describe('actions that are not defined', () => {
  it('are the forward ones at a state that exists only backwards', () => {
    const walk = wholeOf(SCALE)
    for (const name of FORWARD_ACTIONS) {
      const operand = name === 'breakpoint' ? '    return out' : null
      const outcome = applyAction(walk, { seq: 1, duplicate: true }, { name, operand })
      expect(outcome.kind).toBe('undefined')
    }
    const back = { name: 'inv_step_over', operand: null } as const
    expect(applyAction(walk, { seq: 1, duplicate: true }, back)).toEqual({
      kind: 'state',
      target: { seq: 1, duplicate: false },
    })
  })

  it('are a breakpoint on no line, and any action after the exit', () => {
    const walk = wholeOf(SCALE)
    const at = { seq: 0, duplicate: false }
    const outcome = applyAction(walk, at, { name: 'breakpoint', operand: null })
    expect(outcome).toEqual({
      kind: 'undefined',
      reason: 'A breakpoint needs the text of a source line.',
    })
    const reasons = legalActions(walk, at, 'forward').map(({ reason }) => reason)
    expect(reasons).toEqual([null, null, null, null, null])
    for (const { reason } of legalActions(walk, null, 'inverse')) {
      expect(reason).toBe('The trajectory has ended, so no action follows.')
    }
  })

  it('are jumps to a return or call that was not recorded', () => {
    const trace = handTrace('f()\ng()\n', [
      ['call', 1, 0, 'f', {}],
      ['line', 1, 9, 'g', {}],
      ['line', 1, 0, 'f', {}],
      ['return', 1, 0, 'f', '1'],
    ])
    const walk = wholeOf(trace)
    const lost = { seq: 1, duplicate: false }
    expect(applyAction(walk, lost, { name: 'step_return', operand: null })).toMatchObject({
      reason: expect.stringContaining('was not recorded'),
    })
    expect(applyAction(walk, lost, { name: 'inv_step_call', operand: null })).toMatchObject({
      reason: expect.stringContaining('was not recorded'),
    })
    expect(entryScopes(trace.tree, 'g')).toEqual([])
    expect(entryScopes(trace.tree, 'f')).toEqual([{ open: 0, close: 3 }])
  })
})

describe('the index of source texts', () => {
  const { tree, sources, lines } = SCALE

  it('finds the next state with a text, the current one not counted', () => {
    expect(sources.nextWith('    for x in xs:', 0, 12)).toBe(4)
    expect(sources.nextWith('    for x in xs:', 4, 12)).toBe(6)
    expect(sources.nextWith('    for x in xs:', 8, 12)).toBeNull()
    expect(sources.nextWith('    return out', 0, 8)).toBeNull()
    expect(sources.nextWith('    return out ', 0, 12)).toBeNull()
    expect(sources.textAt(8)).toBe('    for x in xs:')
  })

  it('tells for any scope where each line of code occurs last', () => {
    const asked = [12, 10, 5, 12].map((close) => {
      const { texts, seqs } = sources.lastSeenIn({ open: 0, close })
      return new Map(texts.map((text, i) => [text, seqs[i]]))
    })
    expect(asked.map((seen) => seen.get('    return out'))).toEqual([10, 10, -1, 10])
    expect(asked.map((seen) => seen.get('    return sum(ys)'))).toEqual([12, -1, -1, 12])
    expect(asked.map((seen) => seen.get('    for x in xs:'))).toEqual([8, 8, 4, 8])
    for (const seen of asked) expect([...seen.values()]).toEqual([...seen.values()].sort(ascending))
    expect(asked[0]?.size).toBe(lines.filter((line) => line !== '').length)
  })

  it('offers lines that hold code only', () => {
    expect(['', '  ', '# x', '    # x', 'x  # y', '  x'].filter(isCodeLine)).toEqual([
      'x  # y',
      '  x',
    ])
  })

  it('takes each text from its file, and offers lines of the file that the scope begins in', () => {
    const other = lines.map((line) => (line === '' ? '' : `${line}  # other`))
    const nodes = tree.nodes.map((node) => ({ ...node, file: node.depth === 1 ? 0 : 1 }))
    const index = createSourceIndex({ nodes }, [lines, other])
    const called = must(
      nodes.find((node) => node.depth === 2),
      'a call',
    )
    expect(index.textAt(0)).not.toContain('# other')
    expect(index.textAt(called.seq)).toContain('# other')
    expect(index.nextWith(index.textAt(called.seq), 0, nodes.length - 1)).toBe(called.seq)
    const own = lines.filter((line) => line !== '')
    const whole = index.lastSeenIn({ open: 0, close: nodes.length - 1 }).texts
    const inner = index.lastSeenIn({ open: called.seq, close: nodes.length - 1 }).texts
    expect(whole).toEqual(expect.arrayContaining(own))
    expect(inner).toEqual(expect.arrayContaining(own.map((line) => `${line}  # other`)))
    // Not reached in either file: of each only where it is the scope's own.
    const unseen = own.filter((line) => index.nextWith(line, -1, nodes.length - 1) === null)
    expect(unseen.length).toBeGreaterThan(0)
    for (const line of unseen) expect(inner).not.toContain(line)
  })
})

function ascending(a: number | undefined, b: number | undefined): number {
  return (a ?? 0) - (b ?? 0)
}
