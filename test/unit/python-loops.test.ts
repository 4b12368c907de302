import { describe, expect, it } from 'vitest'
import { loopsInParts, loopsOfSource } from '../../renderer/src/ui/python-loops.ts'

const SOURCE = `text = """
for x in y:
    pass
"""
for k in range(
    3
):
    print(k)

    # the body ends above
class Box:
    def f(self, xs):
        for x in xs:
            while True:
                x += 1
                if x > 3: break
        else:
            x = 0
        return [y for y in xs]
    for z in 'ab': pass
async def g(xs):
    async for x in xs:
        def inner():
            while (x): yield x
`

describe('loops of a source', () => {
  it('have their lines and whose frame runs them', () => {
    const seen = loopsOfSource(SOURCE).map(
      ({ text, owner, head, headEnd, end }) => [text, owner, head, headEnd, end] as const,
    )
    expect(seen).toEqual([
      ['for k in range( 3 )', '<module>', 5, 7, 8],
      ['for x in xs', 'f', 13, 13, 16],
      ['while True', 'f', 14, 14, 16],
      ["for z in 'ab'", 'Box', 20, 20, 20],
      ['for x in xs', 'g', 22, 22, 24],
      ['while (x)', 'inner', 24, 24, 24],
    ])
  })

  it('of a long source are read in parts', () => {
    const parts = loopsInParts('for i in x:\n    y = i\n'.repeat(500))
    let pauses = 0
    for (;;) {
      const { done, value } = parts.next()
      if (done === true) {
        expect(value).toHaveLength(500)
        break
      }
      pauses += 1
    }
    expect(pauses).toBeGreaterThan(20)
  })

  it('are what can be read of a source with errors', () => {
    expect(loopsOfSource('')).toEqual([])
    expect(loopsOfSource('for i in (:\n    x\nwhile y:\n    z = = 1\n').length).toBeLessThan(3)
    expect(loopsOfSource('while a:\r\n    b\rc = 1\n')[0]).toMatchObject({ head: 1, end: 2 })
  })
})
