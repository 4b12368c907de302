import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createSession } from '../../renderer/src/api/session.ts'
import { ModelsDialog } from '../../renderer/src/views/predict/models-dialog.tsx'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { ModelState } from '../../shared/contract/runtime.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { giveElementsASize, mount } from './mount.tsx'

const NOTHING: ModelState = {
  ...{ phase: 'none', model: null, stage: null, provider: null, note: null, error: null, since: 0 },
}

/** A host with one model folder, whose states the test tells. */
async function openDialog() {
  const asked: string[] = []
  let tell: (state: ModelState) => void = () => {}
  const handlers: Partial<Handlers<WorkbenchContract>> = {
    'host.describe': () => ({
      ...{ host: 'web', version: '0', store: 'x', readOnly: false, readOnlyReason: null },
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': () => new Promise(() => {}),
    'model.list': () => ({
      engines: [{ name: 'mine', kind: 'local', about: 'A model.', mark: null, reason: null }],
    }),
    'runtime.follow': (_, emit, { signal }) => {
      tell = emit
      emit(NOTHING)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    'runtime.load': ({ model }) => {
      asked.push(`load ${model}`)
      return Promise.resolve()
    },
    'runtime.eject': () => {
      asked.push('eject')
      return {}
    },
    'runtime.selfTest': async (_, emit) => emit({ rows: [], text: 'CPU       works: 99 tokens/s' }),
  }
  const session = createSession(async () => {
    const [near, far] = createMemoryWires()
    serve(contract, handlers as Handlers<WorkbenchContract>, far, () => {})
    return near
  })
  await session.connect()
  mount(session, <ModelsDialog />)
  await screen.findByRole('button', { name: 'Load mine' })
  return { asked, tell: (change: Partial<ModelState>) => tell({ ...NOTHING, ...change }) }
}

beforeAll(() => giveElementsASize())
afterEach(cleanup)

test('a model folder is loaded and ejected from the list of models, which tells what it is doing', async () => {
  const user = userEvent.setup()
  const { asked, tell } = await openDialog()
  screen.getByRole('button', { name: 'Load mine' }).focus()
  await user.keyboard('{Enter}')
  expect(asked).toEqual(['load mine'])
  tell({ phase: 'loading', model: 'mine', stage: 'graph' })
  await screen.findByText('Loading: reading its graph and weights …')
  tell({ phase: 'ready', model: 'mine', provider: 'cpu', note: 'cuda cannot run this model.' })
  await screen.findByText('Loaded; runs on the processor. cuda cannot run this model.')
  await user.click(screen.getByRole('button', { name: 'Eject mine' }))
  expect(asked).toEqual(['load mine', 'eject'])
  tell({ phase: 'failed', model: 'mine', error: 'Loading mine took longer than 10 seconds.' })
  await screen.findByText('Loading mine took longer than 10 seconds.')
  // Of another model, nothing is said here.
  tell({ phase: 'ready', model: 'other', provider: 'cpu' })
  await vi.waitFor(() => {
    const eject = screen.getByRole('button', { name: 'Eject mine' })
    expect(eject.getAttribute('aria-disabled')).toBe('true')
  })
})

test('the self-test gives a text to copy', async () => {
  const user = userEvent.setup()
  await openDialog()
  await user.click(screen.getByRole('button', { name: 'Self-test' }))
  await screen.findByText('CPU works: 99 tokens/s')
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined()
})
