import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { type Focus, NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { type Toast, toastsAtom } from '../../renderer/src/state/toasts.ts'
import { labelFilterAtom, UNLABELLED } from '../../renderer/src/views/label/label-state.ts'
import { LabelView } from '../../renderer/src/views/label/label-view.tsx'
import { ownActsAtom } from '../../renderer/src/views/label/own-acts.ts'
import { mount } from './mount.tsx'
import { createRecordingHost, type RecordingHost } from './recording-host.ts'

/** A tab that has done nothing yet. */
export function forgetWindow(): void {
  toastsAtom.set([])
  labelFilterAtom.set(UNLABELLED)
  ownActsAtom.set({ store: '', acts: [] })
}

/** The view over `count` trajectories with something in focus. */
export async function openLabel(count: number, focus: Partial<Focus>): Promise<RecordingHost> {
  const host = await createRecordingHost()
  host.draw('interpreter', count)
  placeAtom.set({ view: 'label', focus: { ...NO_FOCUS, ...focus } })
  mount(host.session, <LabelView />)
  await screen.findByText(`${count} items`.replace(/^1 items$/, '1 item'))
  return host
}

/** The view over `count` trajectories, of which the first has opened. */
export async function openQueue(count: number): Promise<RecordingHost> {
  const host = await openLabel(count, {})
  await waitFor(() => expect(document.querySelectorAll('.step')).toHaveLength(9))
  return host
}

export function trajectoryId(ordinal: number): string {
  return `j_interpreter_forward_${ordinal}`
}

export function currentStep(): string {
  return document.querySelector('.step.current .step-number')?.textContent ?? ''
}

export function marks(): string[] {
  return [...document.querySelectorAll('.step-mark')].flatMap((mark) =>
    mark.textContent === '' ? [] : [`${mark.textContent}`],
  )
}

export function lastToast(): Toast | undefined {
  return toastsAtom.get().at(-1)
}
