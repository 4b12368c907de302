import { describe, expect, it } from 'vitest'
import { type ThreeWay, threeWayRows } from '../../renderer/src/draw/three-way.ts'

type Values = Readonly<Record<string, string>>

function known(values: Values, hasUnknown = false, stale: readonly string[] = []) {
  const variables = Object.entries(values).map(([name, text]) => ({
    name,
    text,
    stale: stale.includes(name),
  }))
  return { variables, hasUnknown }
}

const changed = (path: string, real: string, predicted: string) =>
  ({ path, kind: 'changed', real, predicted }) as const

function rows(states: Partial<ThreeWay>) {
  const none = { before: null, real: null, predicted: null, differences: [], isOtherFrame: false }
  return threeWayRows({ ...none, ...states })
}

describe('variables of three states', () => {
  it('stand side by side with what became of each in the direction of travel', () => {
    const [x, y, z] = rows({
      before: known({ x: '1', z: '9' }),
      real: known({ x: '2', y: '[]', z: '9' }),
      predicted: known({ x: '2', y: '[]', z: '9' }),
    })
    expect(x).toMatchObject({
      before: { text: '1' },
      real: { text: '2', change: 'changed' },
      predicted: { text: '2', change: 'changed' },
      standing: 'exact',
    })
    expect(y).toMatchObject({ before: null, real: { change: 'added' }, standing: 'exact' })
    expect(z).toMatchObject({ real: { change: null }, predicted: { change: null } })
  })

  it('are not borne out by a real action that led to no state', () => {
    const [x] = rows({ predicted: known({ x: '2' }) })
    expect(x).toMatchObject({ real: null, predicted: { text: '2' }, standing: 'unchecked' })
  })

  it('say where a value differs, and what the prediction has not or has too much', () => {
    const found = rows({
      before: known({}),
      real: known({ d: "{'a': 1}", gone: '3', dd: '5' }),
      predicted: known({ d: "{'a': 2}", more: '4', dd: '5' }),
      differences: [
        changed("d['a']", '1', '2'),
        { path: 'gone', kind: 'missing', real: '3', predicted: null },
        { path: 'more', kind: 'extra', real: null, predicted: '4' },
      ],
    })
    expect(found.map(({ name, standing }) => [name, standing])).toEqual([
      ['d', 'different'],
      ['gone', 'missing'],
      ['dd', 'exact'],
      ['more', 'extra'],
    ])
    expect(found[0]?.differences.map(({ path }) => path)).toEqual(["d['a']"])
  })

  it('are equal with the reason where only the form of print differs', () => {
    const [row] = rows({
      real: known({ s: '{1, 2}' }),
      predicted: known({ s: '{2, 1}' }),
    })
    expect(row).toMatchObject({ standing: 'equal', reasons: ['set_order'] })
  })

  it('claim nothing of what the prediction does not tell', () => {
    const [x, y] = rows({
      real: known({ x: '1', y: '2' }),
      predicted: known({ y: '1' }, true, ['y']),
    })
    expect(x).toMatchObject({ predicted: null, standing: 'untold' })
    expect(y).toMatchObject({ predicted: { stale: true }, standing: 'untold' })
  })

  it('that go are gone on each side that tells all there is', () => {
    const states = { before: known({ x: '1' }), real: known({}) }
    expect(rows({ ...states, predicted: known({}) })[0]).toMatchObject({
      isGone: { real: true, predicted: true },
      standing: 'exact',
    })
    expect(rows({ ...states, predicted: known({}, true) })[0]).toMatchObject({
      isGone: { real: true, predicted: false },
      standing: 'untold',
    })
  })

  it('are unchecked where nothing was recorded, and where nothing was predicted', () => {
    const alone = { real: null, predicted: known({ x: '1' }), differences: null }
    expect(rows(alone)[0]).toMatchObject({ standing: 'unchecked' })
    expect(rows({ real: known({ x: '1' }) })[0]).toMatchObject({ standing: 'unchecked' })
  })

  it('of another frame are not compared with those before', () => {
    const found = rows({
      before: known({ caller: '1', n: '0' }),
      real: known({ n: '3' }),
      predicted: known({ n: '3' }),
      isOtherFrame: true,
    })
    expect(found.map(({ name }) => name)).toEqual(['n'])
    expect(found[0]).toMatchObject({ before: null, real: { change: null } })
  })
})
