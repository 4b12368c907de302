import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loopsOfSource } from '../../renderer/src/ui/python-loops.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import { loopsOfLines } from '../../shared/tree/loop-lines.ts'

const root = join(import.meta.dirname, '../..')

function places(loops: ReturnType<typeof loopsOfLines>) {
  return loops
    .map(({ kind, head, headEnd, end, owner }) => ({ kind, head, headEnd, end, owner }))
    .sort((a, b) => a.head - b.head)
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
`

describe('loops read off the lines', () => {
  it('are those of the syntax tree, on sources full of traps', () => {
    const found = places(loopsOfLines(sourceLines(ODD)))
    expect(found).toHaveLength(9)
    expect(found).toEqual(places(loopsOfSource(ODD)))
  })

  it('are those of the syntax tree in every program of the samples and the tracer itself', () => {
    const files = globSync('resources/{samples,tracer}/**/*.py', { cwd: root })
    expect(files.length).toBeGreaterThan(20)
    let loops = 0
    for (const file of files) {
      const source = readFileSync(join(root, file), 'utf8')
      const found = places(loopsOfLines(sourceLines(source)))
      expect({ file, found }).toEqual({ file, found: places(loopsOfSource(source)) })
      loops += found.length
    }
    expect(loops).toBeGreaterThan(50)
  })

  it('of a source that is none are some, without failing', () => {
    for (const source of ['', 'for', 'for x in (', 'while """', '\\', 'for x in y: \\', ': : :']) {
      expect(loopsOfLines(sourceLines(source)).length).toBeLessThan(2)
    }
  })
})
