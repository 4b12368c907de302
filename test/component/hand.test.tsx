import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Session } from '../../renderer/src/api/session.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { useHand } from '../../renderer/src/views/sample/hand/use-hand.ts'
import type { TrajectoryDetail } from '../../shared/contract/trajectories.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { HAND } from '../../shared/trajectory/hand.ts'
import { mount } from './mount.tsx'

afterEach(() => {
  cleanup()
  toastsAtom.set([])
})

/** A trajectory made by hand with so many steps. */
function madeWith(steps: number): TrajectoryDetail {
  const step = (name: string, seq: number) => ({ action: { name, operand: null }, target: { seq } })
  return {
    row: { trajectory: 'j_hand', policy: HAND, gold: false, exit: null },
    start: { seq: 0 },
    steps: ['step_into', 'step_over', 'step_over']
      .slice(0, steps)
      .map((name, at) => step(name, at + 1)),
  } as unknown as TrajectoryDetail
}

/** Services that keep one trajectory, of `length` steps, by the contract of `hand.append` and `hand.cut`. */
function createHandHost(length: number) {
  const host = { length, appended: [] as string[] }
  const handlers: Record<string, (input: { length: number; action: { name: string } }) => void> = {
    'trajectory.get': () => {},
    'hand.cut': (input) => {
      if (host.length < input.length) throw new ServiceError('conflict', 'A label is in the way.')
      host.length = input.length
    },
    'hand.append': (input) => {
      if (host.length !== input.length)
        throw new ServiceError('conflict', 'It was changed meanwhile.')
      host.length++
      host.appended.push(input.action.name)
    },
  }
  const call = async (name: string, input: never): Promise<TrajectoryDetail> => {
    handlers[name]?.(input)
    return madeWith(host.length)
  }
  const session = { queryClient: new QueryClient(), call } as unknown as Session
  return { host, session }
}

function Cut({ detail, current }: { detail: TrajectoryDetail; current: number }) {
  const hand = useHand(detail, current)
  return (
    <button type="button" onClick={hand.cut}>
      cut
    </button>
  )
}

async function cutAt(current: number, length = 3) {
  const { host, session } = createHandHost(length)
  mount(session, <Cut detail={madeWith(3)} current={current} />)
  await userEvent.click(screen.getByRole('button', { name: 'cut' }))
  await waitFor(() => expect(toastsAtom.get()).toHaveLength(1))
  return host
}

describe('steps deleted by hand', () => {
  it('come back in their order', async () => {
    const host = await cutAt(1)
    const [toast] = toastsAtom.get()
    expect(toast?.text).toBe('2 actions were deleted.')
    expect(host.length).toBe(1)
    toast?.action?.run()
    await waitFor(() => expect(host.appended).toEqual(['step_over', 'step_over']))
  })

  it('do not come back after other steps that were taken since', async () => {
    const host = await cutAt(2)
    const [toast] = toastsAtom.get()
    expect(toast?.text).toBe('1 action was deleted.')
    host.length = 3
    toast?.action?.run()
    await waitFor(() => expect(toastsAtom.get().at(-1)?.text).toContain('changed meanwhile'))
    expect(host.appended).toEqual([])
  })

  it('are not said to be deleted where they were not', async () => {
    await cutAt(2, 0)
    expect(toastsAtom.get().map(({ text }) => text)).toEqual(['A label is in the way.'])
  })
})
