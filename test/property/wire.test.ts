import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWireParser, type TracerRecord } from '../../shared/trace/wire.ts'

const START =
  '["start",{"protocol":2,"tracer":"1.0.0","python":"3.14.2","implementation":"cpython","backend":"monitoring"}]'
const END = '["end",{"stop":"ended","exit":"normal","error":null,"result":null}]'

/** Any text that JSON in UTF-8 can carry. */
const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((one) => one.isWellFormed())

type Draw = (limit: number) => number

/** A valid trace: ids in order, each used after it was defined. `draw` picks below a limit. */
function buildTrace(choices: readonly number[], texts: readonly string[], draw: Draw): string[] {
  const lines: string[] = [START]
  const known = { sources: 0, codes: 0, names: 0, values: 0, frames: 0 }
  const add = (fields: unknown) => lines.push(JSON.stringify(fields))
  const word = () => texts[draw(texts.length)] ?? ''
  for (const choice of choices) {
    if (choice === 0) add(['code', known.codes++, word(), word(), word(), draw(1000)])
    else if (choice === 8) add(['source', `${known.sources++}.py`, word()])
    else if (choice === 1) add(['name', known.names++, word()])
    else if (choice === 2) {
      const value = word()
      const cut = draw(3)
      const fields = ['value', known.values++, value, [...value].length + cut, word()]
      if (cut > 0 && draw(2) === 0) fields.push(draw(1_000_000).toString(16).padStart(16, '0'))
      add(fields)
    } else if (choice === 3) {
      known.values = 0
      add(['forget'])
    } else if (choice === 4) add(['out', draw(2) === 0 ? 'stdout' : 'stderr', word()])
    else if (known.codes > 0) add(buildEvent(known, draw))
  }
  lines.push(END)
  return lines
}

function buildEvent(
  known: { codes: number; names: number; values: number; frames: number },
  draw: Draw,
): unknown {
  const frame = draw(known.frames + 1)
  const isNew = frame === known.frames
  if (isNew) known.frames++
  const kind = isNew ? 0 : draw(4)
  const changes: (number | string)[] = []
  const value = (): number | string =>
    draw(4) === 0 ? String(draw(1_000_000) - 500_000) : draw(known.values + 1) - 1
  if (known.names > 0) {
    for (let at = 0; at < draw(3); at++) {
      changes.push(draw(100), draw(known.names), value())
    }
  }
  const arg = value()
  const fields = ['e', kind, draw(known.codes), draw(5000), frame, draw(3), draw(16), arg, changes]
  return draw(3) === 0 ? [...fields, buildAliases(draw)] : fields
}

/** Each group's two first variables come one after another; a third may follow anywhere. */
function buildAliases(draw: Draw): number[] {
  const aliases: number[] = []
  let slot = 0
  const add = (group: number) => {
    aliases.push(slot, group)
    slot += 1 + draw(5)
  }
  const groups = draw(3)
  for (let group = 0; group < groups; group++) {
    add(group)
    add(group)
    if (draw(2) === 0) add(draw(group + 1))
  }
  return aliases
}

const trace = fc
  .tuple(
    fc.array(fc.nat(8), { maxLength: 40 }),
    fc.array(text, { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 400 }),
  )
  .map(([choices, texts, numbers]) => {
    let at = 0
    return buildTrace(choices, texts, (limit) => (numbers[at++ % numbers.length] ?? 0) % limit)
  })

function parse(lines: readonly string[]): { records: TracerRecord[]; refusedAt: number | null } {
  const parser = createWireParser()
  const records: TracerRecord[] = []
  for (const [at, line] of lines.entries()) {
    const record = parser.push(line)
    if (!record.ok) {
      expect(record.error.line).toBe(at + 1)
      expect(record.error.problem.length).toBeGreaterThan(5)
      return { records, refusedAt: at }
    }
    records.push(record.value)
  }
  return { records, refusedAt: null }
}

/** The line a record was read from. */
function lineOf(record: TracerRecord): unknown[] {
  switch (record.kind) {
    case 'start': {
      const { kind, ...body } = record
      return [kind, body]
    }
    case 'source':
      return ['source', record.path, record.text]
    case 'code': {
      const { id, name, qualname, file, firstLine } = record
      return ['code', id, name, qualname, file, firstLine]
    }
    case 'name':
      return ['name', record.id, record.text]
    case 'value': {
      const { text, size, type, digest } = record.value
      const fields = ['value', record.id, text, size, type]
      return digest === undefined ? fields : [...fields, digest]
    }
    case 'forget':
      return ['forget']
    case 'event': {
      const { event, code, line, frame, thread, flags, arg, changes, aliases } = record
      const kind = ['call', 'line', 'return', 'exception'].indexOf(event)
      const fields = ['e', kind, code, line, frame, thread, flags, arg, changes]
      return aliases === undefined ? fields : [...fields, aliases]
    }
    case 'out':
      return ['out', record.stream, record.text]
    case 'end': {
      const { kind, ...body } = record
      return [kind, body]
    }
  }
}

describe('the parser of the tracer’s lines', () => {
  it('reads every valid trace to the end, and loses nothing', () => {
    fc.assert(
      fc.property(trace, (lines) => {
        const { records, refusedAt } = parse(lines)
        expect(refusedAt).toBeNull()
        expect(records.map((record) => lineOf(record))).toEqual(
          lines.map((line) => JSON.parse(line)),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('never throws, whatever bytes replace, cut or follow a line', () => {
    const change = fc.record({
      which: fc.nat(),
      where: fc.nat(),
      junk: fc.string({ unit: 'binary', maxLength: 12 }),
      how: fc.constantFrom('replace', 'insert', 'cut'),
    })
    fc.assert(
      fc.property(trace, change, (lines, { which, where, junk, how }) => {
        const at = which % lines.length
        const line = lines[at] ?? ''
        const spot = where % (line.length + 1)
        const tail = how === 'insert' ? line.slice(spot) : line.slice(spot + junk.length)
        const changed = how === 'cut' ? line.slice(0, spot) : line.slice(0, spot) + junk + tail
        const { records, refusedAt } = parse(lines.with(at, changed))
        // What is accepted is accepted in full: every text well formed, every number an integer.
        for (const record of records) {
          expect(JSON.stringify(lineOf(record)).isWellFormed()).toBe(true)
        }
        if (refusedAt === null) expect(records).toHaveLength(lines.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses a line that begins, ends or defines something and comes twice', () => {
    fc.assert(
      fc.property(trace, fc.nat(), (lines, pick) => {
        const single = lines.flatMap((line, at) =>
          /^\["(start|code|name|value|end)"/.test(line) ? [at] : [],
        )
        const at = single[pick % single.length] ?? 0
        const doubled = lines.toSpliced(at, 0, lines[at] ?? '')
        expect(parse(doubled).refusedAt).toBe(at + 1)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws on JSON of any shape', () => {
    fc.assert(
      fc.property(fc.array(fc.json(), { maxLength: 5 }), (lines) => {
        parse([START, ...lines])
        parse(lines)
      }),
      { numRuns: 1000 },
    )
  })
})
