import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { NO_FOCUS, placeAtom, useFocus } from '../../renderer/src/state/place.ts'
import { setRefusal } from '../../renderer/src/ui/keys.ts'
import { TraceLanes } from '../../renderer/src/views/trace/trace-lanes.tsx'
import type { TraceDetail } from '../../shared/contract/traces.ts'
import { giveElementsASize, mount } from './mount.tsx'
import { TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'
import { shifted } from './trace-page.tsx'

giveElementsASize()
afterEach(cleanup)
const user = userEvent.setup()

const OTHER = 't_00000000000000b1'
/** The main thread has the events 0 to 2 and 5 to 7 of the run, the other one 3 and 4 between them. */
const LANES = [
  { trace: TRACE, thread: 0, events: 6, turns: [0, 0, 3, 5] },
  { trace: OTHER, thread: 1, events: 2, turns: [0, 3] },
]

function Strip({ detail }: { detail: TraceDetail }) {
  const view = useRef<HTMLDivElement>(null)
  const { trace, step } = useFocus()
  return (
    <div ref={view}>
      <TraceLanes trace={{ ...detail, trace: trace ?? TRACE }} seq={step ?? 0} view={view} />
    </div>
  )
}

async function open(step: number, lanes: readonly ((typeof LANES)[number] | object)[] = LANES) {
  const known = LANES.slice(0, lanes.length).map(({ turns: _, ...lane }) => lane)
  const { session } = await createRecordingHost({ detail: { lanes: known } })
  const detail = await session.call('trace.get', { trace: TRACE })
  // Of one thread nothing is asked.
  const asked = lanes.length > 1 ? LANES : []
  for (const { trace } of asked) session.queryClient.setQueryData(['trace', 'turns', trace], lanes)
  placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: TRACE, step } })
  mount(session, <Strip detail={detail} />)
}

/** Thread and event in focus. */
function at(): readonly [thread: number, step: number | null] {
  const { trace, step } = placeAtom.get().focus
  return [LANES.findIndex((lane) => lane.trace === trace), step]
}

it('goes through the events of a run in their order, whichever thread had them', async () => {
  await open(1)
  const walked: unknown[] = []
  for (let times = 0; times < 6; times++) {
    await user.keyboard('}')
    walked.push(at())
  }
  expect(walked).toEqual([
    [0, 2],
    [1, 0],
    [1, 1],
    [0, 3],
    [0, 4],
    [0, 5],
  ])
  const told: string[] = []
  setRefusal((reason) => void told.push(reason))
  await user.keyboard('}')
  expect(at()).toEqual([0, 5])
  await user.keyboard('{{{{{{')
  expect(at()).toEqual([1, 1])
  expect(told).toEqual(['This is the last event of the run.'])
})

it('shows what another thread had come to at the moment, by its key, its name and the strip', async () => {
  await open(4)
  const names = screen
    .getAllByRole('button')
    .map((one) => [one.textContent, one.getAttribute('aria-pressed')])
  expect(names).toEqual([
    ['main thread', 'true'],
    ['thread 1', 'false'],
  ])
  await user.keyboard(shifted('t'))
  expect(at()).toEqual([1, 1])
  await user.keyboard(shifted('t'))
  // The last that the main thread had had by then, not the one that was left.
  expect(at()).toEqual([0, 2])
  await user.click(screen.getByRole('button', { name: 'thread 1' }))
  expect(at()).toEqual([1, 0])
  const strip = document.querySelectorAll('.thread-lane')[0]?.children[1]
  if (strip === undefined) throw new Error('There is no strip.')
  strip.getBoundingClientRect = () => new DOMRect(0, 0, 800, 8)
  fireEvent.pointerDown(strip, { clientX: 650 })
  expect(at()).toEqual([0, 4])
})

it('has no lanes, and keys that say why, of one thread and where their order was not kept', async () => {
  const told: string[] = []
  setRefusal((reason) => void told.push(reason))
  await open(1, LANES.slice(0, 1))
  await user.keyboard(shifted('t'))
  cleanup()
  await open(
    1,
    LANES.map((lane) => ({ ...lane, turns: null })),
  )
  await user.keyboard('}')
  expect(screen.queryByRole('group')).toBe(null)
  expect(at()).toEqual([0, 1])
  expect(told).toEqual([
    'This run has one thread.',
    'When the threads of this run had their turns is not known.',
  ])
})
