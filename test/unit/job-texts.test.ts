import { describe, expect, it } from 'vitest'
import { eventsIn, type Outcome, Tally } from '../../main/jobs/record/tally.ts'
import { emptyRun, skipWhileRunning } from '../../main/jobs/record/unrecorded.ts'
import { RecordOptions } from '../../shared/contract/recording.ts'

describe('how many events in how long', () => {
  it.each([
    [33, 0.04, '33 events'],
    [0, 0.1, '0 events'],
    [0, 2, '0 events in 2.0 s'],
    [1200, 2, '1,200 events in 2.0 s (600 events/s)'],
  ])('%d in %d s', (events, seconds, words) => expect(eventsIn(events, seconds)).toBe(words))
})

describe('what became of all programs', () => {
  const made: Outcome = { events: 7, known: false, partial: false, skipped: false, failure: null }
  const skip: Outcome = { ...made, events: 0, skipped: true }
  const failure: Outcome = { ...made, events: 0, failure: { program: 'a', failure: 'No.' } }
  const all = 'The project skips all that was asked for'
  it.each([
    [[made, skip, failure], '3 programs, 7 events, 1 skipped, 1 could not be recorded.'],
    [[skip, skip], 'Nothing was recorded: the project skips all that was asked for.'],
    [[skip, { ...made, skipped: true }], `${all}: 2 programs, 7 events, 2 skipped.`],
    [[{ ...skip, known: true }], `${all}: 1 program, 0 events, 1 recorded before, 1 skipped.`],
  ])('is told in a sentence: %#', (outcomes, sentence) => {
    const tally = new Tally(outcomes.length)
    for (const outcome of outcomes) tally.add(outcome)
    expect(tally.outcome().text).toBe(sentence)
  })
})

describe('a run without an event', () => {
  const options = (scope: RecordOptions['scope'] | object) =>
    RecordOptions.parse({ limits: {}, scope })
  const run = {
    entry: null,
    stopReason: 'ended',
    exit: 'normal',
    error: null,
    events: 0,
    options: options({ includeFunctions: ['nope', 'no*'], excludeFiles: ['b.py'] }),
  } as const
  const inScope =
    'Nothing was recorded: no code that ran is in the scope (not the files b.py; only the functions nope, no*); widen it or leave it out.'

  it('is told of with what was asked for', () => {
    expect(emptyRun(run)).toBe(inScope)
    const failed = { ...run, exit: 'error', error: 'ValueError: one\ntwo' } as const
    expect(emptyRun(failed)).toBe(`${inScope} It ended with ValueError: one.`)
    const whole = { ...run, options: options({}) }
    expect(emptyRun({ ...whole, entry: 'len([])' })).toBe(
      'Nothing was recorded: len([]) runs no code of the program; name a call that does.',
    )
    expect(emptyRun({ ...whole, entry: 'pytest test_a' })).toMatch(/: the test runs no code /)
  })

  it('is none of these where there are events, a limit, an error that says it all, or an import', () => {
    expect(emptyRun({ ...run, events: 1 })).toBe(null)
    expect(emptyRun({ ...run, stopReason: 'time_limit', exit: 'never' })).toBe(null)
    expect(emptyRun({ ...run, options: options({}), exit: 'error' })).toBe(null)
    expect(emptyRun({ ...run, options: null })).toBe(null)
  })
})

it('a skip of a test is told from an exception of its own', () => {
  const error = 'pytest.skip: no network'
  const told = 'The test was skipped while it ran: no network.'
  expect(skipWhileRunning({ entry: 'pytest test_a', error })).toBe(told)
  expect(skipWhileRunning({ entry: 'f()', error })).toBe(null)
  expect(skipWhileRunning({ entry: 'pytest test_a', error: 'Skipped: no network' })).toBe(null)
})
