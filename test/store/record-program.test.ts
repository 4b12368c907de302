import { describe, expect, it } from 'vitest'
import type { RecordedProgram } from '../../main/jobs/record/read-programs.ts'
import { noticeOf, recordProgram } from '../../main/jobs/record/record-program.ts'
import { SkippedTest } from '../../main/jobs/record/unrecorded.ts'
import { sql } from '../../main/store/sql.ts'
import type { Tracer } from '../../main/tracer/tracer.ts'
import { RecordOptions } from '../../shared/contract/recording.ts'
import type { EndRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { directContext, openDirectStore } from '../support/direct-store.ts'

const ABOUT = {
  engine: 'cpython 3.11.7',
  sandbox: 'none',
  pythonVersion: '3.11.7',
  tracerVersion: '1.0.0',
}
const PROGRAM: RecordedProgram = {
  name: 'test_a.py',
  code: 'def test_b(): pass\n',
  entry: 'pytest test_b',
  stdin: '',
  origin: null,
  licence: null,
}
const END: EndRecord = { kind: 'end', stop: 'ended', exit: 'normal', error: null, result: null }
const CALL: readonly TracerRecord[] = [
  { kind: 'code', id: 0, name: 'f', qualname: 'f', file: 'test_a.py', firstLine: 1 },
  ...(['call', 'return'] as const).map((event): TracerRecord => {
    const place = { code: 0, line: 1, frame: 0, flags: 0 }
    return { kind: 'event', event, ...place, thread: 0, arg: -1, changes: [] }
  }),
]

/** Records a run of these records into a store of its own. */
function bench(records: readonly TracerRecord[], scope: object = {}) {
  const { db, store } = openDirectStore()
  const ctx = directContext(store)
  const trace: Tracer['trace'] = async (_program, _limits, onRecords) => {
    await onRecords([...records])
    return { ...ABOUT, wallMs: 1 }
  }
  const recorder = { tracer: { trace } as Tracer, about: ABOUT }
  const options = RecordOptions.parse({ limits: {}, scope })
  return {
    record: (program = PROGRAM) => recordProgram(program, options, recorder, ctx),
    detail: (trace: string) => store.read('traceGet', { trace }),
    ids: () => db.all<{ id: string }>(sql`SELECT id FROM trace`),
  }
}

describe('a run without an event', () => {
  const nope = { includeFunctions: ['nope'] }
  it.each([
    [nope, END, /no code that ran is in the scope \(only the functions nope\)/],
    [{}, END, /the test runs no code/],
    [
      nope,
      { ...END, exit: 'error', error: { type: 'ValueError', message: 'x', line: 1 } } as const,
      /only the functions nope.* It ended with ValueError: x\.$/,
    ],
  ])('is refused with the reason, and nothing of it is kept: %#', async (scope, end, reason) => {
    const { record, ids } = bench([{ kind: 'out', stream: 'stdout', text: 'hello' }, end], scope)
    await expect(record()).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(reason),
    })
    expect(ids()).toEqual([])
  })

  it('is kept where a limit ended it, and says what it was asked for', async () => {
    const { record, detail } = bench([{ ...END, stop: 'time_limit', exit: 'never' }], nope)
    const { trace } = await record()
    expect(noticeOf(await detail(trace))).toBe(
      'Stopped at the time limit; no event kept, as no code that ran is in the scope (only the functions nope).',
    )
  })

  it('is none where another thread than the main one has some', async () => {
    const [code, ...events] = CALL as [TracerRecord, TracerRecord, TracerRecord]
    const inThread = events.map((event) => ({ ...event, thread: 1 }) as TracerRecord)
    const { record, detail, ids } = bench([code, ...inThread, END], nope)
    const { trace } = await record()
    expect(ids()).toHaveLength(2)
    expect(noticeOf(await detail(trace))).toBe(null)
  })
})

describe('a test', () => {
  it('that is skipped is no failure, and leaves nothing', async () => {
    const error = { type: 'Skipped', message: 'not today', line: null }
    const { record, ids } = bench([{ ...END, stop: 'skipped', exit: 'error', error }])
    const caught = await record().catch((thrown: unknown) => thrown)
    expect(caught).toBeInstanceOf(SkippedTest)
    expect(caught).toMatchObject({ message: 'The test was skipped: not today.' })
    expect(ids()).toEqual([])
  })

  it('is recorded anew with another pytest, and tells which one ran it', async () => {
    const { record, detail } = bench([...CALL, END])
    const project = { root: '/p', selector: 'test_a.py', sha256: 'a'.repeat(64), files: new Map() }
    const place = { root: '/p', path: '/p/test_a.py', nodeId: 'test_a.py::test_b', project }
    const by = (pytest: string | null) => record({ ...PROGRAM, test: { ...place, pytest } })
    const first = await by('9.0.3')
    expect(await detail(first.trace)).toMatchObject({
      engine: 'cpython 3.11.7, pytest 9.0.3',
      pythonVersion: '3.11.7',
    })
    expect(await by('9.0.3')).toEqual({ trace: first.trace, known: true })
    expect((await by('8.4.2')).known).toBe(false)
    expect(await detail((await by(null)).trace)).toMatchObject({ engine: 'cpython 3.11.7' })
  })
})
