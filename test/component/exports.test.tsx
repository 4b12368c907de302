import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSession } from '../../renderer/src/api/session.ts'
import { exportFilterAtom } from '../../renderer/src/views/exports/export-form.tsx'
import { ExportsView } from '../../renderer/src/views/exports/exports-view.tsx'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { giveElementsASize, mount } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()

beforeEach(() => exportFilterAtom.set(''))
afterEach(cleanup)

const FAILED: JobRow = {
  job: 'k_1',
  kind: 'export',
  state: 'failed',
  paused: false,
  title: 'Export',
  done: 0,
  total: 2,
  text: '',
  error: 'The disk is full.',
  result: null,
  createdAt: 0,
  startedAt: 0,
  endedAt: 1,
}

/** A host with two trajectories, whose exports go wrong: at once into `/full`, later elsewhere. */
async function openExports() {
  const handlers: Partial<Handlers<WorkbenchContract>> = {
    'host.describe': () => ({
      host: 'web',
      version: '0',
      store: '/store',
      readOnly: false,
      readOnlyReason: null,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': (_, __, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    'trajectory.page': () => ({ rows: [], total: 2 }),
    'export.page': () => ({ rows: [], total: 0 }),
    'export.suggest': () => ({ directory: '/out' }),
    'export.start': ({ directory }) => {
      if (directory === '/full') throw new ServiceError('conflict', '/full is not empty.')
      return { job: FAILED.job }
    },
    'job.page': () => ({ rows: [FAILED], total: 1 }),
    'job.get': () => FAILED,
  }
  const session = createSession(async () => {
    const [page, services] = createMemoryWires()
    serve(contract, handlers as Handlers<WorkbenchContract>, services, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await session.connect()
  mount(session, <ExportsView />)
  await screen.findByRole('button', { name: 'Export 2 trajectories' })
}

async function exportTo(folder: string): Promise<void> {
  const field = screen.getByLabelText('Folder')
  await user.clear(field)
  await user.type(field, folder)
  await user.click(screen.getByRole('button', { name: 'Export 2 trajectories' }))
}

describe('an export that went wrong', () => {
  it('at once says why until what is asked for changes', async () => {
    await openExports()
    await exportTo('/full')
    expect(await screen.findByText('/full is not empty.')).toBeTruthy()
    await user.type(screen.getByLabelText('Folder'), '-2')
    expect(screen.queryByText('/full is not empty.')).toBe(null)
    await exportTo('/full')
    expect(await screen.findByText('/full is not empty.')).toBeTruthy()
    await user.type(screen.getByLabelText('Query'), 'x')
    await waitFor(() => expect(screen.queryByText('/full is not empty.')).toBe(null))
  })

  it('later leaves with the next try', async () => {
    await openExports()
    await exportTo('/later')
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    await exportTo('/full')
    expect(await screen.findByText('/full is not empty.')).toBeTruthy()
    expect(screen.queryByText('The disk is full.')).toBe(null)
  })

  it('leaves the keyboard focus on its button', async () => {
    await openExports()
    const button = screen.getByRole('button', { name: 'Export 2 trajectories' })
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByText('The disk is full.')
    expect(document.activeElement).toBe(button)
  })
})
