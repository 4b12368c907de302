import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Engine, Token } from '../../shared/model/engine.ts'
import { giveElementsASize } from './mount.tsx'
import { cellsOf, openPredict, stepRows } from './predict-bench.tsx'

beforeAll(giveElementsASize)
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const user = userEvent.setup()

const RIGHT = '{}'
const OTHER = '{"ys": "[3, 6]"}'
const REST: readonly Token[] = [
  { text: '<|src_sep|>', logProbability: -0.01, alternatives: [] },
  { text: '    ys = scale([1, 2], 3)', logProbability: -0.2, alternatives: [] },
  { text: '<|action_sep|>', logProbability: -0.1, alternatives: [] },
]
const TOKENS: readonly Token[] = [
  { text: '<|line_sep|>', logProbability: -0.05, alternatives: [] },
  { text: '<|arg_sep|>', logProbability: -0.001, alternatives: [] },
  {
    text: RIGHT,
    logProbability: Math.log(0.7),
    alternatives: [
      { text: RIGHT, logProbability: Math.log(0.7) },
      { text: OTHER, logProbability: Math.log(0.3) },
    ],
  },
  ...REST,
]

/** A model that says what follows the start of the program; from the third token on it waits for the gate. */
function model(gate: Promise<void> = Promise.resolve()): Engine {
  return {
    info: {
      name: 'oracle',
      kind: 'local',
      identity: 'oracle@1',
      about: 'Knows one answer.',
      mark: null,
      capabilities: {
        logProbabilities: true,
        sampling: true,
        constrained: false,
        needsTruth: false,
      },
    },
    async *predict({ prompt }, signal) {
      const isBegun = prompt.endsWith(OTHER)
      for (const [at, token] of (isBegun ? REST : TOKENS).entries()) {
        if (at === 2 && !isBegun) await gate
        if (signal.aborted) return
        yield token
      }
    },
  }
}

it('a model’s answer has its probabilities token by token, and goes on from an alternative on a branch', async () => {
  await openPredict({ engine: 'oracle', model: model() })
  await screen.findByRole('listbox', { name: 'Steps' })
  await user.keyboard('s')
  const strip = await screen.findByRole('listbox', { name: /^Tokens of the answer/ })
  expect(document.querySelector('.no-model')).toBeNull()
  const token = within(strip).getByRole('option', { name: /^\{\}/ })
  await user.click(token)
  await user.click(await screen.findByRole('button', { name: 'Confidence' }))
  // The least likely token is the one of the variables.
  await waitFor(() => expect(document.querySelector('.answer-pane')?.textContent).toMatch(/70\s?%/))
  await user.click(screen.getByRole('button', { name: 'Tokens' }))
  await user.click(
    within(await screen.findByRole('listbox', { name: /^Tokens of the answer/ })).getByRole(
      'option',
      { name: /^\{\}/ },
    ),
  )
  await user.click(await screen.findByRole('button', { name: /^Continue from/ }))
  const branches = await screen.findByRole('region', { name: 'Branches' })
  expect(within(branches).getByRole('button', { pressed: true }).textContent).toContain(
    'other answer at step 0',
  )
  await waitFor(() => expect(cellsOf('ys')[3]).toContain('[3, 6]'))
  await screen.findByText(/^Wrong: extra variable at ys/)
  await user.keyboard('b')
  await screen.findByText(/^Right: the recorded state/)
})

it('tokens are shown as they come, and what is asked for can be stopped', async () => {
  const gate = Promise.withResolvers<void>()
  await openPredict({ engine: 'oracle', model: model(gate.promise) })
  await screen.findByRole('listbox', { name: 'Steps' })
  await user.keyboard('s')
  await screen.findByText('oracle is predicting…')
  await screen.findByText('<|line_sep|><|arg_sep|>')
  await user.keyboard('{Escape}')
  await screen.findByText('The prediction was stopped before it was there.')
  gate.resolve()
  await user.keyboard('a')
  await screen.findByText(/^Right: the recorded state/)
  expect(stepRows()[1]).toContain('right')
})

it('several samples of a step tell how far they agree, part by part, and whether the most are right', async () => {
  await openPredict({ runs: [['replay-with-faults', 'wrong_value=0', 'next-state']] })
  await screen.findByRole('listbox', { name: 'Steps' })
  await user.keyboard('...')
  await user.click(await screen.findByRole('button', { name: 'Samples' }))
  await user.click(screen.getByRole('button', { name: 'Ask 8 times' }))
  await screen.findByText('8 samples')
  const whole = document.querySelector('[data-agreement="Whole state"]')
  expect(whole?.textContent).toMatch(/\d of 8/)
  expect(document.querySelector('[data-agreement="Line"]')?.textContent).toContain('right')
  await user.click(screen.getByRole('button', { name: 'Ask 8 times more' }))
  await screen.findByText('16 samples')
})
