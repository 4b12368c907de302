import { describe, expect, it } from 'vitest'
import { eventsIn } from '../../main/jobs/kinds/record.ts'

describe('how many events in how long', () => {
  it.each([
    [33, 0.04, '33 events'],
    [0, 0.1, '0 events'],
    [0, 2, '0 events in 2.0 s'],
    [1200, 2, '1,200 events in 2.0 s (600 events/s)'],
  ])('%d in %d s', (events, seconds, words) => expect(eventsIn(events, seconds)).toBe(words))
})
