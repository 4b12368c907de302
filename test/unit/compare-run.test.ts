import { describe, expect, it } from 'vitest'
import { RunComparison } from '../../main/jobs/record/compare-run.ts'
import type { EventRow } from '../../main/store/read-types.ts'
import type { Determinism } from '../../shared/contract/recording.ts'
import type { TraceDetail } from '../../shared/contract/traces.ts'
import type { StopReason } from '../../shared/trace/event.ts'
import type { TracerRecord } from '../../shared/trace/wire-records.ts'

type Printed = readonly string[]

/** A run of one line of code, over and over: what each pass prints, and how it ends. */
interface Run {
  readonly printed: Printed
  readonly stop: StopReason
}

function firstOf({ printed, stop }: Run): TraceDetail {
  const end = { exit: stop === 'ended' ? 'normal' : 'never', stopReason: stop, result: null }
  return { ...end, events: printed.length, stdout: printed.join('') } as TraceDetail
}

function rowsOf({ printed }: Run): EventRow[] {
  const row = { kind: 'line', function: 'f', line: 1, locals: [], arg: null }
  return printed.map((_, seq) => ({ ...row, seq }) as unknown as EventRow)
}

function recordsOf({ printed, stop }: Run): TracerRecord[] {
  const event = { kind: 'event', event: 'line', code: 0, line: 1, frame: 0, thread: 0, flags: 0 }
  const passes = printed.flatMap((text) => [
    { ...event, arg: -1, changes: [] },
    { kind: 'out', stream: 'stdout', text },
  ])
  const exit = stop === 'ended' ? 'normal' : 'never'
  const end = { kind: 'end', stop, exit, error: null, result: null }
  return [{ kind: 'code', id: 0, name: 'f' }, ...passes, end] as unknown as TracerRecord[]
}

async function compare(first: Run, second: Run): Promise<Determinism> {
  const rows = rowsOf(first)
  const comparison = new RunComparison(firstOf(first), async (offset) => rows.slice(offset))
  await comparison.take(recordsOf(second))
  return comparison.verdict()
}

const ended = (...printed: string[]): Run => ({ printed, stop: 'ended' })
const timedOut = (...printed: string[]): Run => ({ printed, stop: 'time_limit' })

describe('two runs of a program', () => {
  it('are the same when all that they print is, in whatever pieces it comes', async () => {
    expect(await compare(ended('a\nb', 'c'), ended('a\n', 'bc'))).toEqual({ verdict: 'same' })
  })

  it('differ where only what they print does: at the event before, in stdout', async () => {
    expect(await compare(ended('a\n', 'x=1\n', ''), ended('a\n', 'x=2\n', ''))).toEqual({
      verdict: 'differs',
      seq: 1,
      variable: 'stdout',
      first: '"x=1\\n"',
      second: '"x=2\\n"',
    })
    const long = 'y'.repeat(500)
    const found = await compare(ended(`${long}1`), ended(`${long}2`))
    expect(found).toMatchObject({ first: `"${'y'.repeat(40)}1"`, second: `"${'y'.repeat(40)}2"` })
  })

  it('differ when one prints less or more than the other', async () => {
    const told = { verdict: 'differs', variable: 'stdout' }
    expect(await compare(ended('a', 'b'), ended('a', ''))).toMatchObject({
      ...told,
      first: '"b"',
      second: '""',
    })
    expect(await compare(ended('a', ''), ended('a', '\n'))).toMatchObject({
      ...told,
      first: '""',
      second: '"\\n"',
    })
  })

  it('do not differ by how far they came before the clock stopped them', async () => {
    const [short, long] = [timedOut('a', 'b'), timedOut('a', 'b', 'c', 'd')]
    expect(await compare(short, long)).toEqual({ verdict: 'same' })
    expect(await compare(long, short)).toEqual({ verdict: 'same' })
    expect(await compare(short, timedOut('a', 'z'))).toMatchObject({ variable: 'stdout', seq: 1 })
  })

  it('that end by themselves differ by a missing or further event', async () => {
    const told = { verdict: 'differs', variable: null }
    expect(await compare(ended('', ''), ended(''))).toMatchObject({ ...told, first: '2 events' })
    expect(await compare(ended(''), ended('', ''))).toMatchObject({ ...told, first: 'no event' })
  })
})
