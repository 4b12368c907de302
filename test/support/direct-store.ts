import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crewHere } from '../../main/jobs/crew/tasks.ts'
import type { JobContext } from '../../main/jobs/kind.ts'
import type { EngineSource } from '../../main/runtime/engine-source.ts'
import { Engines } from '../../main/runtime/engines.ts'
import type { AddedModel } from '../../main/runtime/model-list.ts'
import { connect, type WritableDb } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { reads } from '../../main/store/reads.ts'
import type { Store } from '../../main/store/store.ts'
import { runWrite } from '../../main/store/writes.ts'
import { jobRow, SELF } from '../store/samples.ts'

export interface DirectStore {
  readonly db: WritableDb
  readonly store: Store
}

/** A store in memory, without processes between: for tests that make many. The job `k_1` is running in it. */
export function openDirectStore(): DirectStore {
  const db = connect(':memory:', { readonly: false })
  runMigrations(db)
  runWrite(db, 'jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
  const store: Store = {
    path: db.path,
    read: async (name, input) => reads[name](db, input),
    write: async (name, input) => runWrite(db, name, input),
    readOnlyReason: null,
    close: async () => db.close(),
  }
  return { db, store }
}

/** Where no model was added, nothing is asked of a source but that it ends. */
const NO_MODELS = { close: async () => {} } as unknown as EngineSource<AddedModel>

/** The baselines alone. */
export const BASELINES_ONLY = new Engines({
  modelsPath: join(tmpdir(), 'there-is-no-list-of-models.json'),
  sources: { local: NO_MODELS, remote: NO_MODELS },
})

/** What a job is given, on that store; `made` gathers what it makes. */
export function directContext(store: Store, made: Record<string, unknown>[] = []): JobContext {
  return {
    jobId: 'k_1',
    signal: new AbortController().signal,
    ready: async () => {},
    store,
    crew: crewHere(store),
    tracer: () => Promise.reject(new Error('nothing is recorded here')),
    engines: BASELINES_ONLY,
    appVersion: '0.0.0',
    report: () => {},
    made: (thing) => void made.push(thing),
    changed: () => {},
    log: () => {},
  }
}
