import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceLines } from '../../shared/trace/source.ts'
import { loopsInParts, loopsOfLines } from '../../shared/tree/loop-lines.ts'
import type { SourceLoop } from '../../shared/tree/loops.ts'
import { parsedLoops } from '../support/parsed-loops.ts'

const root = join(import.meta.dirname, '../..')

function inOrder(loops: readonly SourceLoop[]): readonly SourceLoop[] {
  return [...loops].sort((a, b) => a.head - b.head)
}

function read(source: string): readonly SourceLoop[] {
  return inOrder(loopsOfLines(sourceLines(source)))
}

function parsed(source: string): readonly SourceLoop[] {
  return inOrder(parsedLoops(source))
}

const ODD = `text = """
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
        for x in xs:  # a comment: with a colon
            while True:
                x += 1
                if x > 3: break
        else:
            x = 0
        return [y for y in xs]
    for z in 'ab': pass
async def g(xs):
\tasync for x in xs:
\t\tdef inner():
\t\t\twhile (x): yield x
for s in ["a:b", {1: 2}, '''c
d''']:
    t = s \\
        + 'for'
    forward = 1
for a in b: print(':')
while lambda: 1:
    pass
for part in d[1:2], {
    'k': 1,  # : of a pair
}:
    u = 'a string over \\
for v in w: pass'
`

describe('loops read off the lines', () => {
  it('have their lines, their header and whose frame runs them', () => {
    const seen = read(ODD).map(
      ({ text, owner, head, headEnd, end }) => [text, owner, head, headEnd, end] as const,
    )
    expect(seen.slice(0, 6)).toEqual([
      ['for k in range( 3 )', '<module>', 5, 7, 8],
      ['for x in xs', 'f', 13, 13, 16],
      ['while True', 'f', 14, 14, 16],
      ["for z in 'ab'", 'Box', 20, 20, 20],
      ['for x in xs', 'g', 22, 22, 24],
      ['while (x)', 'inner', 24, 24, 24],
    ])
  })

  it('are those of the syntax tree, on sources full of traps', () => {
    const found = read(ODD)
    expect(found).toHaveLength(10)
    expect(found).toEqual(parsed(ODD))
  })

  it('are those of the syntax tree in every program of the samples and the tracer itself', () => {
    const files = globSync('resources/{samples,tracer}/**/*.py', { cwd: root })
    expect(files.length).toBeGreaterThan(20)
    let loops = 0
    for (const file of files) {
      const source = readFileSync(join(root, file), 'utf8')
      const found = read(source)
      expect({ file, found }).toEqual({ file, found: parsed(source) })
      loops += found.length
    }
    expect(loops).toBeGreaterThan(50)
  })

  it('of a long source are read in parts', () => {
    const parts = loopsInParts(sourceLines('for i in x:\n    y = i\n'.repeat(5000)))
    let pauses = 0
    for (;;) {
      const { done, value } = parts.next()
      if (done === true) {
        expect(value).toHaveLength(5000)
        break
      }
      pauses += 1
    }
    expect(pauses).toBeGreaterThan(20)
  })

  it('are what can be read of a source with errors, whatever ends its lines', () => {
    expect(read('for i in (:\n    x\nwhile y:\n    z = = 1\n').length).toBeLessThan(3)
    expect(read('while a:\r\n    b\rc = 1\n')[0]).toMatchObject({ head: 1, end: 2 })
  })

  it('of a source that is none are some, without failing', () => {
    for (const source of ['', 'for', 'for x in (', 'while """', '\\', 'for x in y: \\', ': : :']) {
      expect(read(source).length).toBeLessThan(2)
    }
  })
})
