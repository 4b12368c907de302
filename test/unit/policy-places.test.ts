import { describe, expect, it, test } from 'vitest'
import { isLibraryPath } from '../../shared/trajectory/library.ts'
import { loopPlacesOf } from '../../shared/trajectory/loop-places.ts'
import type { Condition, PolicyDocument, Rule } from '../../shared/trajectory/policy-document.ts'
import { policyAsksWrites } from '../../shared/trajectory/rules.ts'
import { nodeAt } from '../../shared/tree/navigate.ts'
import { type HandEvent, handTrace } from '../support/hand-trace.ts'

describe('the loops of a trace', () => {
  it('have one visit for all the lines of a header', () => {
    const lines = [2, 3, 4, 2, 6, 2, 6, 2, 7]
    const events = lines.map((line): HandEvent => ['line', line, 0, 'f', {}])
    const source = `def f(xs):
    for x in zip(
        xs,
        xs
    ):
        g(x)
    return 1
`
    const trace = handTrace(source, [
      ['call', 1, 0, 'f', {}],
      ...events,
      ['return', 7, 0, 'f', '1'],
    ])
    const { visitAt, afterLoop } = loopPlacesOf(trace.sources)
    expect(trace.events.map((_event, seq) => visitAt(seq))).toEqual([
      0, 1, 0, 0, 0, 0, 2, 0, 3, 0, 0,
    ])
    expect(afterLoop(nodeAt(trace.tree, 5))).toBe(9)
    expect(afterLoop(nodeAt(trace.tree, 9))).toBeNull()
  })
})

describe('library code', () => {
  test.each([
    ['/opt/a/.venv/lib/python3.12/site-packages/attr/__init__.py', true],
    ['/usr/lib/python3/dist-packages/yaml/nodes.py', true],
    ['/usr/lib/python3.12/json/decoder.py', true],
    ['\\\\host\\Python\\Lib\\site-packages\\attr.py', true],
    ['<frozen importlib._bootstrap>', true],
    ['src/vendor/six.py', true],
    ['src/pip/_vendor/six.py', true],
    ['third_party/six.py', true],
    ['src/main.py', false],
    ['lib/python/main.py', false],
    ['src/vendors.py', false],
    ['python3.12/main.py', false],
  ])('%s: %s', (path, is) => {
    expect(isLibraryPath(path)).toBe(is)
  })
})

describe('whether a policy asks about writes', () => {
  const changed: Condition = { changed: { at_least: 1 } }
  const asks = (when: Condition, way: 'forward' | 'inverse'): boolean => {
    const policy: PolicyDocument = { format: 'policy@1', name: 'p', about: 'P.' }
    const plain: Rule = { mix: [{ share: 1, weights: { step_over: 1, inv_step_over: 1 } }] }
    return policyAsksWrites({ ...policy, [way]: [{ ...plain, when }, plain] })
  }

  it.each([
    changed,
    { not: changed },
    { has_call: true, any: [{ depth: { below: 1 } }, { not: { not: changed } }] },
  ])('is seen in %j, whichever way it goes', (when) => {
    expect(asks(when, 'forward')).toBe(true)
    expect(asks(when, 'inverse')).toBe(true)
  })

  it('is not said of one that asks for nothing of the kind', () => {
    expect(asks({ any: [{ has_call: true }, { not: { depth: { below: 2 } } }] }, 'forward')).toBe(
      false,
    )
  })
})
