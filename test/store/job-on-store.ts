import { join } from 'node:path'
import type { Crew } from '../../main/jobs/crew/crew.ts'
import { crewHere } from '../../main/jobs/crew/tasks.ts'
import type { JobContext, JobOutcome, JobProgress, Kind } from '../../main/jobs/kind.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { isReadName, reads } from '../../main/store/reads.ts'
import type { Store } from '../../main/store/store.ts'
import type { TraceHead } from '../../main/store/write-types.ts'
import { runWrite } from '../../main/store/writes.ts'
import { temporaryFolder } from './folders.ts'
import { jobRow, SELF, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

/** A store in this thread with small traces, and a job `k_1` that runs. */
export async function storeWithJob(heads: readonly TraceHead[]): Promise<WritableDb> {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  const { db } = workspace
  runWrite(db, 'jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
  for (const head of heads) {
    runWrite(db, 'traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL })
  }
  return db
}

export interface RanJob {
  readonly outcome: JobOutcome
  readonly told: readonly JobProgress[]
}

/** Runs the job on the store, in this thread unless a crew is given: how it ended, and what it told of its progress. */
export async function runJob<Input>(
  db: WritableDb,
  kind: Kind<Input>,
  input: Input,
  crew?: Crew,
): Promise<RanJob> {
  const told: JobProgress[] = []
  const store = {
    read: async (name: string, what: never) => {
      if (!isReadName(name)) throw new Error(name)
      return reads[name](db, what)
    },
    write: async (name: never, what: never) => runWrite(db, name, what),
  }
  const ctx = {
    jobId: 'k_1',
    signal: new AbortController().signal,
    ready: async () => {},
    store: store as unknown as Store,
    crew: crew ?? crewHere(store as unknown as Store),
    report: (progress: JobProgress) => told.push(progress),
    made: () => {},
    changed: () => {},
  }
  const outcome = await kind.run(input, ctx as unknown as JobContext)
  return { outcome, told }
}
