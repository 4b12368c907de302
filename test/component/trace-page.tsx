import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { type Focus, NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { TraceView } from '../../renderer/src/views/trace/trace-view.tsx'
import { mount } from './mount.tsx'
import { TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'

/** `y = g(x)` where g prints on its line, and what `return y` of main prints while it is left. */
export const PRINTS = {
  detail: { stdout: 'in g\nafter g\nleaving\n', stdoutBytes: 21 },
  output: { afterSeq: [4, 5, 6], length: [5, 8, 8] },
}

/** Parts of the output with the sign of what is printed (+), printed now (>) or later (-). */
export function output(): string[] {
  return [...document.querySelectorAll('.piece')].map((piece) => {
    const sign = piece.classList.contains('later') ? '-' : '+'
    return `${piece.classList.contains('now') ? '>' : ''}${sign} ${piece.textContent}`
  })
}

export async function openTrace(step: number, more: Partial<Focus> = {}, host = {}): Promise<void> {
  const { session } = await createRecordingHost(host)
  placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: TRACE, step, ...more } })
  mount(session, <TraceView />)
  await screen.findByRole('treegrid')
  await waitFor(() => expect(standing()).toContain(`event ${step} `))
}

export function standing(): string {
  return document.querySelector('.standing')?.textContent ?? ''
}

/** Rows of the variables table as sign, name and value. */
export function variables(): string[] {
  return [...document.querySelectorAll('.variables tbody tr')].map((row) => {
    const cell = (name: string): string =>
      row.querySelector(`.${name}`)?.firstChild?.textContent ?? ''
    const value = row.querySelector('.value-text')?.textContent ?? ''
    return `${cell('sign')} ${cell('name')} ${value}`.trim()
  })
}

/** A letter with Shift held, as a keyboard sends it. */
export function shifted(letter: string): string {
  return `{Shift>}${letter.toUpperCase()}{/Shift}`
}

export function command(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}

export function currentRow(): HTMLElement {
  const grid = screen.getByRole('treegrid')
  const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  if (row === null) throw new Error('The grid names no row')
  return row
}
