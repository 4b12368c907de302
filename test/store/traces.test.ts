import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import type { TraceBatch } from '../../main/store/write-types.ts'
import { runWrite } from '../../main/store/writes.ts'
import { OUTPUT_PIECES } from '../../shared/contract/traces.ts'
import { temporaryFolder } from './folders.ts'
import { EMPTY_BATCH, headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

let db: WritableDb
beforeEach(async () => {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  db = workspace.db
  runWrite(db, 'jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
})
afterEach(() => db.close())

const HEAD = headOf('one')
const TRACE = HEAD.trace

function visibleTraces(): string[] {
  return reads.traceIds(db, { where: '' })
}

describe('a trace in parts', () => {
  const begin = { job: 'k_1', head: HEAD }

  function part(from: number, changes: Partial<TraceBatch> = {}): TraceBatch {
    const { nodes } = SMALL_BATCH
    const one = (column: readonly number[]): number[] => [column[from] ?? 0]
    return {
      ...EMPTY_BATCH,
      nodes: {
        from,
        close: [from],
        parent: [-1],
        depth: one(nodes.depth),
        activation: [0],
        kind: one(nodes.kind),
        line: one(nodes.line),
        flags: [0],
        arg: [-1],
      },
      ...changes,
    }
  }
  const first = part(0, {
    codes: SMALL_BATCH.codes,
    activations: [{ activation: 0, frame: 0, code: 0, thread: 1, open: 0, close: 0 }],
  })

  it('is in no list until it is finished, but can be looked at by its id', () => {
    expect(runWrite(db, 'programTraceBegin', begin)).toEqual({ exists: false })
    runWrite(db, 'traceAppend', { trace: TRACE, batch: first })
    expect(visibleTraces()).toEqual([])
    expect(reads.traceGet(db, { trace: TRACE })).toMatchObject({ recording: true, events: 1 })
    expect(reads.treeNodes(db, { trace: TRACE, from: 0, limit: 10 }).close).toEqual([0])
    const closing = part(1, { closes: [[0, 1]], activationCloses: [[0, 1]] })
    runWrite(db, 'traceAppend', { trace: TRACE, batch: closing })
    runWrite(db, 'traceFinish', { trace: TRACE, tail: { ...SMALL_TAIL, events: 2 } })
    expect(visibleTraces()).toEqual([TRACE])
    expect(reads.traceGet(db, { trace: TRACE }).recording).toBe(false)
    expect(reads.treeNodes(db, { trace: TRACE, from: 0, limit: 10 })).toMatchObject({
      close: [1, 1],
      kind: ['call', 'line'],
      function: ['f', 'f'],
    })
    expect(reads.treeNodes(db, { trace: TRACE, from: 2, limit: 10 }).close).toEqual([])
    expect(runWrite(db, 'programTraceBegin', begin)).toEqual({ exists: true })
  })

  it('is refused with a gap, an unknown id, a wrong end or columns of unequal length', () => {
    const refused = (batch: TraceBatch): RegExp | string => {
      runWrite(db, 'programTraceBegin', begin)
      runWrite(db, 'traceAppend', { trace: TRACE, batch: first })
      let message = ''
      try {
        runWrite(db, 'traceAppend', { trace: TRACE, batch })
      } catch (error) {
        message = (error as Error).message
      }
      // What is left can only be discarded.
      expect(() => runWrite(db, 'traceAppend', { trace: TRACE, batch: part(1) })).toThrow(
        /discard it/,
      )
      expect(runWrite(db, 'traceDiscard', { trace: TRACE })).toEqual({ discarded: true })
      return message
    }
    expect(refused(part(2))).toContain('event 2 follows event 0')
    expect(refused(part(1, { nodes: { ...part(1).nodes, arg: [7] } }))).toContain('value id 7')
    expect(refused(part(1, { nodes: { ...part(1).nodes, parent: [1] } }))).toContain('parent 1')
    expect(refused(part(1, { nodes: { ...part(1).nodes, activation: [4] } }))).toContain(
      'activation 4',
    )
    expect(refused(part(1, { nodes: { ...part(1).nodes, line: [] } }))).toContain('equally long')
    runWrite(db, 'programTraceBegin', begin)
    expect(() => runWrite(db, 'traceFinish', { trace: TRACE, tail: SMALL_TAIL })).toThrow(
      /ends with 4 events, but 0/,
    )
  })

  it('tells after which event the kept output was printed, in a bounded answer', () => {
    const print = (afterSeq: number, text: string, stream: 'stdout' | 'stderr' = 'stdout') => ({
      afterSeq,
      stream,
      text,
    })
    const many = Array.from({ length: OUTPUT_PIECES }, (_, index) => print(index + 1, 'x'))
    const outputs = [
      print(-1, 'before\n'),
      print(0, 'é'),
      print(0, 'oops', 'stderr'),
      print(0, '\n'),
      ...many,
    ]
    runWrite(db, 'programTraceBegin', begin)
    runWrite(db, 'traceAppend', { trace: TRACE, batch: { ...first, outputs } })
    runWrite(db, 'traceFinish', { trace: TRACE, tail: { ...SMALL_TAIL, events: 1 } })
    const { afterSeq, length } = reads.traceOutput(db, { trace: TRACE })
    expect(afterSeq.slice(0, 3)).toEqual([-1, 0, 1])
    expect(length.slice(0, 3)).toEqual([7, 2, 1])
    expect([afterSeq.length, length.length]).toEqual([OUTPUT_PIECES, OUTPUT_PIECES])
    expect(() => reads.traceOutput(db, { trace: 't_0' })).toThrow(/no trace/)
  })

  it('forgets value ids when told to', () => {
    runWrite(db, 'programTraceBegin', begin)
    const one = (text: string) => ({ text, size: 1, type: 's' })
    const batchOfA: TraceBatch = { ...first, values: [[0, one('a')]] }
    runWrite(db, 'traceAppend', { trace: TRACE, batch: batchOfA })
    const reused = part(1, { forget: true, values: [[0, one('b')]] })
    const batch = { ...reused, nodes: { ...reused.nodes, arg: [0] } }
    runWrite(db, 'traceAppend', { trace: TRACE, batch })
    runWrite(db, 'traceFinish', { trace: TRACE, tail: { ...SMALL_TAIL, events: 2 } })
    expect(reads.treeStates(db, { trace: TRACE, seqs: [1] })[0]?.arg?.text).toBe('b')
  })

  it('leaves nothing when it is discarded, not even its program', () => {
    runWrite(db, 'programTraceBegin', begin)
    runWrite(db, 'traceAppend', { trace: TRACE, batch: first })
    runWrite(db, 'traceDiscard', { trace: TRACE })
    expect(runWrite(db, 'traceDiscard', { trace: TRACE })).toEqual({ discarded: false })
    for (const table of ['trace', 'program', 'code', 'activation', 'node', 'binding', 'output']) {
      const query = { text: `SELECT count(*) AS count FROM ${table}`, parameters: [] }
      expect([table, db.get(query)]).toEqual([table, { count: 0 }])
    }
  })

  it('is a conflict while another job records it, and swept when that job is over', () => {
    runWrite(db, 'programTraceBegin', begin)
    const other = jobRow('k_2', { state: 'running' })
    runWrite(db, 'jobAdd', { row: other, input: null, owner: SELF })
    expect(() => runWrite(db, 'programTraceBegin', { ...begin, job: 'k_2' })).toThrow(
      /Another job is recording/,
    )
    runWrite(db, 'jobUpdate', { row: jobRow('k_1', { state: 'failed' }), from: 'running' })
    expect(runWrite(db, 'programTraceBegin', { ...begin, job: 'k_2' })).toEqual({ exists: false })
  })
})

describe('a trace of several files', () => {
  const FILES = [
    { path: 'tests/test_a.py', text: 'def f(n):\n    m = n + 1\n    return m\n' },
    { path: 'src/é.py', text: '# other\r\n\u2028x = 1\n' },
  ]
  const code = { id: 0, name: 'f', qualname: 'f', file: 'src/é.py', firstLine: 1 }
  const batch: TraceBatch = { ...SMALL_BATCH, sources: FILES, codes: [code] }
  const write = (name: string, one: TraceBatch = batch) =>
    runWrite(db, 'traceWhole', { head: headOf(name), batches: [one], tail: SMALL_TAIL })
  const texts = () => db.all({ text: 'SELECT text FROM source', parameters: [] })

  it('shows each state the line of its own file', () => {
    write('one')
    expect(reads.traceFiles(db, { trace: TRACE }).files).toEqual(
      FILES.map(({ path, text }) => ({ path, source: text })),
    )
    expect(reads.traceGet(db, { trace: TRACE }).files).toEqual(FILES.map(({ path }) => path))
    expect(reads.treeNodes(db, { trace: TRACE, from: 0, limit: 10 }).file).toEqual([1, 1, 1, 1])
    const { rows } = reads.traceEvents(db, { trace: TRACE, offset: 0, limit: 10 })
    expect(rows.map(({ file, src }) => [file, src])).toEqual([
      ['src/é.py', '# other'],
      ['src/é.py', '\u2028x = 1'],
      ['src/é.py', ''],
      ['src/é.py', ''],
    ])
  })

  it('shares texts with others, and takes with it only those that nobody else has', () => {
    const job = { job: 'k_1', head: headOf('two') }
    runWrite(db, 'programTraceBegin', job)
    const own = { path: 'own.py', text: 'own' }
    runWrite(db, 'traceAppend', {
      trace: job.head.trace,
      batch: { ...batch, sources: [...FILES, own] },
    })
    write('one')
    expect(texts()).toHaveLength(3)
    runWrite(db, 'traceDiscard', { trace: job.head.trace })
    expect(texts()).toEqual(FILES.map(({ text }) => ({ text })))
  })

  it('is refused with a file twice, and with code in none of its files', () => {
    const [first] = FILES
    expect(() => write('one', { ...batch, sources: [...FILES, ...FILES.slice(0, 1)] })).toThrow(
      /tests\/test_a\.py is told twice/,
    )
    expect(() => write('one', { ...batch, sources: first === undefined ? [] : [first] })).toThrow(
      /none of its files/,
    )
    expect(visibleTraces()).toEqual([])
    expect(texts()).toEqual([])
  })
})

describe('a page of traces', () => {
  it('sorts by every column both ways and counts what the filter keeps', () => {
    for (const [index, name] of ['b', 'a', 'C'].entries()) {
      runWrite(db, 'traceWhole', {
        head: headOf(name, { recordedAt: 10 - index }),
        batches: [SMALL_BATCH],
        tail: { ...SMALL_TAIL, exceptions: index },
      })
    }
    const pageOf = (column: 'program' | 'recordedAt' | 'exceptions', descending: boolean) =>
      reads
        .tracePage(db, { where: '', sort: { column, descending }, offset: 0, limit: 10 })
        .rows.map((row) => row.program)
    expect(pageOf('program', false)).toEqual(['a', 'b', 'C'])
    expect(pageOf('program', true)).toEqual(['C', 'b', 'a'])
    expect(pageOf('recordedAt', false)).toEqual(['C', 'a', 'b'])
    expect(pageOf('exceptions', true)).toEqual(['C', 'a', 'b'])
    const page = reads.tracePage(db, { where: 'exceptions > 0', sort: null, offset: 1, limit: 1 })
    expect(page).toMatchObject({ total: 2, unfiltered: 3 })
    expect(page.rows.map((row) => row.program)).toEqual(['C'])
    expect(() =>
      reads.tracePage(db, { where: 'exits == "error"', sort: null, offset: 0, limit: 1 }),
    ).toThrow(/did you mean exit\?/)
  })
})
