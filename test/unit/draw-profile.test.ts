import { describe, expect, it } from 'vitest'
import { profileMarks, profileShapes, seqAtX, ticksOf } from '../../renderer/src/draw/profile.ts'
import { centreSpan, panSpan, showSeq, wholeSpan, zoomSpan } from '../../renderer/src/draw/span.ts'
import { bigModel, modelOf, NESTED } from './draw-fixtures.ts'

describe('profile', () => {
  it('is one bar per run of equal depth when every event has room', () => {
    const shapes = profileShapes(modelOf(NESTED), wholeSpan(9), { width: 90, height: 40 })
    expect(shapes.bars.map((bar) => [bar.x, bar.width])).toEqual([
      [0, 30],
      [30, 20],
      [50, 20],
      [70, 10],
      [80, 10],
    ])
    expect(shapes.bars.map((bar) => bar.y)).toEqual([28, 16, 4, 16, 28])
  })

  it('keeps the deepest event of a column and draws at most one bar a pixel', () => {
    const model = bigModel(50_000)
    const shapes = profileShapes(model, wholeSpan(model.nodes.length), { width: 300, height: 40 })
    expect(shapes.bars.length).toBeLessThanOrEqual(300)
    expect(Math.min(...shapes.bars.map((bar) => bar.y))).toBe(4)
  })

  it('leaves the part that is not loaded empty', () => {
    const shapes = profileShapes(modelOf(NESTED), wholeSpan(90), { width: 90, height: 40 })
    const right = Math.max(...shapes.bars.map((bar) => bar.x + bar.width))
    expect(right).toBe(9)
  })

  it('reads a long column by blocks as event by event', () => {
    const model = bigModel(50_000)
    for (const span of [wholeSpan(50_000), { from: 777.5, to: 31_234 }, { from: 10, to: 700 }]) {
      const { bars } = profileShapes(model, span, {
        width: 7,
        height: 4 * (model.maxLevel + 1) + 4,
      })
      const start = Math.floor(span.from)
      const total = Math.ceil(span.to) - start
      const tops = Array.from({ length: 7 }, (_, column) => {
        const from = start + Math.floor((column * total) / 7)
        const levels = model.levels.slice(from, start + Math.floor(((column + 1) * total) / 7))
        return Math.max(...levels)
      })
      const widest = (x: number) => bars.find((bar) => x >= bar.x - 0.01 && x < bar.x + bar.width)
      const deepest = tops.map((_, column) => widest(column + 0.5)?.y)
      expect(deepest).toEqual(tops.map((level) => 4 * (model.maxLevel - level) + 4))
    }
  })

  it('marks the focus and the rows on screen', () => {
    const three = wholeSpan(3)
    expect(profileMarks(three, 30, 1, [0, 1])).toEqual({
      focusX: 15,
      viewport: { x: 0, width: 20 },
    })
    expect(profileMarks(three, 30, null, null)).toEqual({ focusX: null, viewport: null })
    expect(profileMarks({ from: 10, to: 20 }, 30, 40, [0, 12])).toEqual({
      focusX: null,
      viewport: { x: 0, width: 9 },
    })
    expect(profileMarks({ from: 10, to: 20 }, 30, null, [30, 31]).viewport).toBeNull()
    expect(seqAtX(three, 30, 15)).toBe(1)
    expect(seqAtX(three, 30, 31)).toBe(3)
    expect(seqAtX(three, 30, -5)).toBe(0)
    expect(seqAtX({ from: 10, to: 20 }, 30, 15)).toBe(15)
  })

  it('gives each pixel one tick, however many seqs lie on it', () => {
    expect(ticksOf([1], wholeSpan(3), 30)).toEqual([15])
    const all = Array.from({ length: 10_000 }, (_, seq) => seq)
    expect(ticksOf(all, wholeSpan(10_000), 100)).toEqual(all.slice(0, 100))
    expect(ticksOf([3, 50, 51, 99], { from: 40, to: 60 }, 20)).toEqual([10, 11])
    expect(ticksOf([], wholeSpan(3), 30)).toEqual([])
  })
})

describe('span of the strip', () => {
  it('zooms about an event, and never past the ends or to nothing', () => {
    const zoomed = zoomSpan(wholeSpan(1000), 0.5, 250, 1000)
    expect(zoomed).toEqual({ from: 125, to: 625 })
    expect(zoomSpan(zoomed, 0.5, 125, 1000)).toEqual({ from: 125, to: 375 })
    expect(zoomSpan(zoomed, 100, 300, 1000)).toEqual(wholeSpan(1000))
    const least = zoomSpan(zoomed, 1e-9, 300, 1000)
    expect(least.to - least.from).toBe(16)
    expect(zoomSpan(wholeSpan(3), 0.1, 1, 3)).toEqual(wholeSpan(3))
  })

  it('pans, centres and follows within the trace', () => {
    const span = { from: 100, to: 200 }
    expect(panSpan(span, 50, 1000)).toEqual({ from: 150, to: 250 })
    expect(panSpan(span, -500, 1000)).toEqual({ from: 0, to: 100 })
    expect(centreSpan(span, 500, 1000)).toEqual({ from: 450.5, to: 550.5 })
    expect(showSeq(span, 150, 1000)).toBe(span)
    expect(showSeq(span, 990, 1000)).toEqual({ from: 900, to: 1000 })
  })
})
