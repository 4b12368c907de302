import { describe, expect, it } from 'vitest'
import { lineWord } from '../../renderer/src/draw/line-word.ts'
import { collapseFromLevel, createOutline } from '../../renderer/src/draw/outline.ts'
import {
  type OutlineView,
  outlineShapes,
  ROW_HEIGHT,
} from '../../renderer/src/draw/outline-shapes.ts'
import { hitOutline, scrollToRow } from '../../renderer/src/draw/outline-window.ts'
import { paintOutline } from '../../renderer/src/draw/paint-outline.ts'
import { PALETTE_TOKENS, readPalette } from '../../renderer/src/draw/palette.ts'
import { fitText } from '../../renderer/src/draw/row-texts.ts'
import { atOnce } from '../../shared/base/parts.ts'
import { FLAG_AFTER_GAP } from '../../shared/trace/event.ts'
import { bigModel, modelOf, NESTED, type Spec } from './draw-fixtures.ts'

const LINES = [
  'def main():',
  '  x = 1',
  '  y = g(x)',
  '',
  'def g(x):',
  '  return h(x)',
  '',
  'def h(x):',
  '  return x',
]

function filesOf(...lines: (readonly string[])[]) {
  return { lines, paths: lines.length === 1 ? [] : lines.map((_, index) => `src/${index}.py`) }
}

function viewOf(model = modelOf(NESTED), collapsed: ReadonlySet<number> = new Set()): OutlineView {
  return {
    model,
    collapsed,
    outline: createOutline(model.nodes, collapsed),
    files: filesOf(LINES),
    notes: new Map(),
    focus: null,
    exit: null,
  }
}

const SIZE = { width: 600, height: 100, scrollTop: 0, charWidth: 7 }

describe('outline shapes', () => {
  it('places rows 20 pixels apart and only those on screen', () => {
    const shapes = outlineShapes(viewOf(), { ...SIZE, scrollTop: 30 })
    expect(shapes.rows.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(shapes.rows.map((row) => row.y)).toEqual([-10, 10, 30, 50, 70, 90])
    expect(shapes.contentHeight).toBe(9 * ROW_HEIGHT)
  })

  it('indents by nesting, with one guide for each enclosing level', () => {
    const { rows } = outlineShapes(viewOf(), { ...SIZE, height: 400 })
    const [outer, , host, inner, , deepest] = rows
    expect((inner?.textX ?? 0) - (outer?.textX ?? 0)).toBe(14)
    expect((deepest?.textX ?? 0) - (outer?.textX ?? 0)).toBe(28)
    expect(deepest?.guides).toHaveLength(2)
    expect(host?.expanded).toBe(true)
    expect(inner?.expanded).toBeNull()
    expect(rows.map((row) => row.text)[2]).toBe('y = g(x)')
  })

  it('names a function only where it differs from the row above', () => {
    const { rows } = outlineShapes(viewOf(), { ...SIZE, height: 400 })
    expect(rows.map((row) => row.function)).toEqual(['main', '', '', 'g', '', 'h', '', 'g', 'main'])
  })

  it('says of the focus after a call where in its row it stands', () => {
    const view = {
      ...viewOf(),
      focus: 2,
      behind: true,
      notes: new Map([[2, { tone: 'changed' as const, text: '~ x = 2' }]]),
    }
    const { rows } = outlineShapes(view, { ...SIZE, height: 400 })
    const marked = rows.filter((row) => row.mark !== null)
    expect(marked.map((row) => [row.seq, row.mark?.text])).toEqual([[2, 'after its call']])
    const [row] = marked
    expect(row?.mark?.x).toBeGreaterThan((row?.textX ?? 0) + (row?.text.length ?? 0) * 7)
    expect(row?.noteX).toBeGreaterThan((row?.mark?.x ?? 0) + (row?.mark?.width ?? 0))
    expect(outlineShapes({ ...view, behind: false }, SIZE).rows[2]?.mark).toBeNull()
  })

  it('shows a name whole where there is room for it, and keeps levels left out off the text', () => {
    const long = 'a_function_with_quite_a_long_name'
    const model = modelOf([{ kind: 'call', line: 1, function: long }])
    const [row] = outlineShapes(viewOf(model), { ...SIZE, width: 420 }).rows
    expect(row?.function).toBe(long)
    const cut = outlineShapes(viewOf(model), { ...SIZE, width: 300 }).rows[0]
    expect(cut?.function).toMatch(/^a_fun.*…$/)
    expect((cut?.functionX ?? 0) - (cut?.function.length ?? 0) * 7).toBeGreaterThan(
      (cut?.textX ?? 0) + (cut?.text.length ?? 0) * 7,
    )
  })

  it('shows no line for a module’s call, which Python reports on line 0', () => {
    const model = modelOf([{ kind: 'call', line: 0, function: '<module>' }])
    const shapes = outlineShapes(viewOf(model), SIZE)
    expect(shapes.rows[0]).toMatchObject({ text: '<module>', function: '' })
    const painted: string[] = []
    const context = new Proxy(
      { fillText: (text: string) => painted.push(text) },
      { get: (known, name) => Reflect.get(known, name) ?? (() => ({ width: 0 })) },
    ) as unknown as CanvasRenderingContext2D
    const surface = { ...SIZE, pixelRatio: 1 }
    const palette = readPalette((token) => token)
    paintOutline(context, { shapes, palette, surface, font: '12px x', hover: null })
    expect(painted).toContain('<module>')
    expect(painted).not.toContain('0')
    expect([lineWord(0), lineWord(12)]).toEqual(['module', 'line 12'])
  })

  it('makes room for the sign of a state that comes after a gap', () => {
    const flagged: Spec[] = [
      { kind: 'line', line: 2 },
      { kind: 'line', line: 2, flags: FLAG_AFTER_GAP },
    ]
    const { rows } = outlineShapes(viewOf(modelOf(flagged)), SIZE)
    expect(rows.map((row) => [row.gap, row.text])).toEqual([
      [false, 'x = 1'],
      [true, 'x = 1'],
    ])
    expect((rows[1]?.textX ?? 0) - (rows[0]?.textX ?? 0)).toBe(2 * SIZE.charWidth)
    expect(rows[1]?.glyphX).toBe(rows[0]?.glyphX)
  })

  it('shows the lines of the file a state is in, and names the file where there are several', () => {
    const model = modelOf(NESTED)
    for (const [seq, node] of model.nodes.entries()) {
      model.nodes[seq] = { ...node, file: node.depth === 1 ? 0 : 1 }
    }
    const other = LINES.map((line) => `${line}  # other`)
    const { rows } = outlineShapes({ ...viewOf(model), files: filesOf(LINES, other) }, SIZE)
    for (const row of rows) {
      const inner = (model.nodes[row.seq]?.depth ?? 1) > 1
      expect(row.text.includes('# other')).toBe(
        inner && row.text !== model.nodes[row.seq]?.function,
      )
    }
    // The file is named where another one begins.
    const named = rows.map((row) => row.function).filter((name) => name !== '')
    expect(named.filter((name) => name.includes('·'))).toEqual(['main · 0.py', 'g · 1.py'])
    expect(named.length).toBeGreaterThan(2)
  })

  it('cuts text to the room there is and keeps notes behind it', () => {
    const view = {
      ...viewOf(),
      files: filesOf(['x = 1'.repeat(200)]),
      notes: new Map([[0, { tone: 'changed' as const, text: '~ x = 2' }]]),
    }
    const [row] = outlineShapes(view, { ...SIZE, width: 300 }).rows
    expect(row?.text.endsWith('…')).toBe(true)
    expect((row?.textX ?? 0) + (row?.text.length ?? 0) * 7).toBeLessThanOrEqual(300)
    // Source and note share the room: neither pushes the other out.
    expect(row?.note?.text).toBe('~ x = 2')
    expect((row?.noteX ?? 0) + 7 * 7).toBeLessThanOrEqual(300)
    const roomy = outlineShapes({ ...view, files: filesOf(['x = 1']) }, SIZE).rows[0]
    expect(roomy?.note?.text).toBe('~ x = 2')
    expect(roomy?.noteX).toBe((roomy?.textX ?? 0) + 7 * 7)
    expect(fitText('abcdef', 4)).toBe('abc…')
    expect(fitText('abcdef', 1)).toBe('')
    expect(fitText('ab🦄def', 4)).toBe('ab…')
    expect(fitText('ab🦄def', 5)).toBe('ab🦄…')
  })

  it('shows a focus inside a collapsed node on that node', () => {
    const { rows } = outlineShapes({ ...viewOf(modelOf(NESTED), new Set([2])), focus: 6 }, SIZE)
    expect(rows.filter((row) => row.focused).map((row) => row.seq)).toEqual([2])
    expect(rows[2]?.expanded).toBe(false)
  })

  it('shifts very deep rows back onto the screen and says how many levels', () => {
    const deep: Spec[] = [{ kind: 'call', line: 8 }]
    let root = deep
    for (let depth = 0; depth < 300; depth++) root = [{ kind: 'line', line: 9, kids: [root] }]
    const view = viewOf(modelOf(root))
    const shapes = outlineShapes(view, { ...SIZE, height: 200, scrollTop: 200 * ROW_HEIGHT })
    expect(shapes.hiddenLevels).toBeGreaterThan(150)
    for (const row of shapes.rows) expect(row.textX).toBeLessThan(SIZE.width / 2)
  })

  it('ends in the exit, one past the last event', () => {
    const view = { ...viewOf(), focus: 9, exit: { tone: 'normal' as const, text: 'exit normal' } }
    const shapes = outlineShapes(view, { ...SIZE, height: 400 })
    expect(shapes.exit).toMatchObject({ seq: 9, row: 9, y: 180, focused: true })
    expect(shapes.rows.some((row) => row.focused)).toBe(false)
    expect(shapes.contentHeight).toBe(200)
    expect(hitOutline(shapes, 100, 190)?.seq).toBe(9)
    expect(outlineShapes(view, SIZE).exit).toBeNull()
  })

  it('finds the row under a point, and its disclosure mark', () => {
    const shapes = outlineShapes(viewOf(), SIZE)
    const host = shapes.rows[2]
    expect(hitOutline(shapes, 300, 45)?.seq).toBe(2)
    expect(hitOutline(shapes, host?.disclosureX ?? 0, 45)?.onDisclosure).toBe(true)
    expect(hitOutline(shapes, 300, 45)?.onDisclosure).toBe(false)
    expect(hitOutline(shapes, 300, 4000)).toBeNull()
  })

  it('scrolls no more than needed', () => {
    const window = { scrollTop: 1000, height: 400, rowCount: 1000 }
    expect(scrollToRow(60, window)).toBe(1000)
    expect(scrollToRow(50, window)).toBe(50 * ROW_HEIGHT - 60)
    expect(scrollToRow(69, window)).toBe(70 * ROW_HEIGHT + 60 - 400)
    expect(scrollToRow(0, window)).toBe(0)
    expect(scrollToRow(999, window)).toBe(1000 * ROW_HEIGHT - 400)
  })
})

describe('palette', () => {
  it('reads every colour from its token', () => {
    const palette = readPalette((token) => ` ${token}-value`)
    expect(palette.call).toBe(`${PALETTE_TOKENS.call}-value`)
    expect(Object.keys(palette)).toEqual(Object.keys(PALETTE_TOKENS))
  })
})

describe('cost', () => {
  it('lays out a window of 100,000 nodes without walking them', () => {
    const model = bigModel(100_000)
    const collapsed = atOnce(collapseFromLevel(model.nodes, model.levels, 1))
    const start = performance.now()
    for (let round = 0; round < 20; round++) {
      const view = viewOf(model, collapsed)
      outlineShapes(view, { ...SIZE, height: 1000, scrollTop: 400_000 })
    }
    // Generous for slow machines: the point is that it is far below a frame, not how far.
    expect((performance.now() - start) / 20).toBeLessThan(16)
  })
})
