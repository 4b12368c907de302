import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach } from 'vitest'
import { corpusHandlers } from '../../main/services/corpus.ts'
import type { Deps } from '../../main/services/deps.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import type { Writes } from '../../main/store/write-types.ts'
import { runWrite } from '../../main/store/writes.ts'
import { createSession } from '../../renderer/src/api/session.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { resetColumns } from '../../renderer/src/views/corpus/column-acts.ts'
import {
  corpusLevelAtom,
  levelFilterAtom,
  levelSortAtom,
} from '../../renderer/src/views/corpus/corpus-state.ts'
import { CorpusView } from '../../renderer/src/views/corpus/corpus-view.tsx'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import { LEVELS } from '../../shared/query/fields.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { drawnTrace, filledStore } from '../support/query-store.ts'
import { giveElementsASize, mount } from './mount.tsx'

giveElementsASize()
export const user = userEvent.setup()
export let db: WritableDb
type WriteName = keyof Writes

/** The real services of the corpus over a real store in memory. */
export async function openCorpus(): Promise<void> {
  const read = async (name: keyof typeof reads, input: never) => {
    if (name === 'corpusRows' || name === 'corpusSlice') {
      asked.push((input as { columns: readonly string[] }).columns)
    }
    return reads[name](db, input)
  }
  const write = async (name: WriteName, input: never) => runWrite(db, name, input)
  const handlers = {
    ...corpusHandlers({ store: { read, write } } as unknown as Deps),
    'host.describe': () => ({
      host: 'web',
      version: '0',
      store: '/data/work.ndw',
      readOnly: false,
      readOnlyReason: null,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': () => new Promise<void>(() => {}),
    'trace.page': (input: never) => reads.tracePage(db, input),
    'run.page': () => ({ rows: [], total: 0 }),
    'step.firstFailure': () => ({ failure: null }),
  } as unknown as Handlers<WorkbenchContract>
  const session = createSession(async () => {
    const [page, end] = createMemoryWires()
    serve(contract, handlers, end, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await act(() => session.connect())
  mount(session, <CorpusView />)
}

/** Before each test of a file the corpus is as in a new tab, over a store of drawn traces. */
export function onDrawnStore(): void {
  beforeEach(openStore)
  afterEach(() => {
    cleanup()
    db.close()
  })
}

function openStore(): void {
  const drawn = fc.sample(drawnTrace, { numRuns: 30, seed: 11 })
  db = filledStore(drawn.map((one, at) => ({ ...one, program: `program-${at}` })))
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  corpusLevelAtom.set('step')
  for (const level of LEVELS) {
    levelFilterAtom(level).set('')
    levelSortAtom(level).set([])
    resetColumns(level)
  }
  asked = []
}

/** Columns of every question for rows. */
export let asked: (readonly string[])[] = []

export function headings(): (string | null)[] {
  return [...document.querySelectorAll('[data-heading]')].map((one) =>
    one.getAttribute('data-heading'),
  )
}

/** Elements that an attribute names a column of: an expression is no selector. */
export function ofColumn(attribute: string, column: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[${attribute}]`)].filter(
    (one) => one.getAttribute(attribute) === column,
  )
}

export function cells(column: string): (string | null)[] {
  return ofColumn('data-column', column).map((cell) => cell.textContent)
}

export function stepsWhere(where: string): number {
  return reads.corpusFacets(db, { level: 'step', where, facets: [], after: null }).matched
}

export async function shownCount(): Promise<string> {
  const total = stepsWhere('').toLocaleString('en')
  return (await screen.findByText(new RegExp(`^[\\d,]+ of ${total}$`))).textContent ?? ''
}
