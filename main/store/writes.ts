import type { WritableDb } from './database.ts'
import { toServiceError } from './errors.ts'
import { requireStorable } from './storable.ts'
import type { Writes } from './write-types.ts'
import { exportAdd } from './writers/export-writer.ts'
import { handAdd, handAppend, handCut, trajectoryGold } from './writers/hand-writer.ts'
import { jobAdd, jobsAdopt, jobUpdate } from './writers/job-writer.ts'
import { labelSet, labelUndo } from './writers/label-writer.ts'
import { forgetRolledBack } from './writers/open-trace.ts'
import { policyRemove, policySave } from './writers/policy-writer.ts'
import { predictionsAdd, runBegin, runDrop, runFinish } from './writers/run-writer.ts'
import { searchIndex } from './writers/search-writer.ts'
import { settingSet, viewRemove, viewSave } from './writers/setting-writer.ts'
import { stepAdd } from './writers/step-writer.ts'
import {
  programTraceBegin,
  traceAppend,
  traceDeterminism,
  traceDiscard,
  traceFinish,
  traceWhole,
} from './writers/trace-writer.ts'
import {
  trajectoriesDiscard,
  trajectoriesPublish,
  trajectoriesStage,
} from './writers/trajectory-writer.ts'
import { foreignVersion } from './writers/version-writer.ts'

/** What each write does inside its transaction, on the only connection that can write. */
const writes: {
  readonly [K in keyof Writes]: (db: WritableDb, input: Writes[K]['input']) => Writes[K]['output']
} = {
  programTraceBegin,
  traceAppend,
  traceFinish,
  traceDeterminism,
  traceDiscard,
  traceWhole,
  trajectoriesStage,
  trajectoriesPublish,
  trajectoriesDiscard,
  handAdd,
  handAppend,
  handCut,
  trajectoryGold,
  labelSet,
  labelUndo,
  exportAdd,
  jobAdd,
  jobUpdate,
  jobsAdopt,
  settingSet,
  viewSave,
  viewRemove,
  policySave,
  policyRemove,
  runBegin,
  predictionsAdd,
  runDrop,
  runFinish,
  stepAdd,
  searchIndex,
  foreignVersion,
}

/** Writes whose texts are escaped where they are written, so that a job can always tell how it ended. */
const ESCAPING: ReadonlySet<keyof Writes> = new Set(['jobAdd', 'jobUpdate'])

/** Whether a name that came over a wire is a write of the table. */
export function isWriteName(name: string): name is keyof Writes {
  return Object.hasOwn(writes, name)
}

function traceIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null
  const { trace, head } = input as { trace?: unknown; head?: { trace?: unknown } }
  const id = trace ?? head?.trace
  return typeof id === 'string' ? id : null
}

/** Runs one write as one transaction. Throws a ServiceError, and then nothing of it was written. */
export function runWrite<K extends keyof Writes>(
  db: WritableDb,
  name: K,
  input: Writes[K]['input'],
): Writes[K]['output'] {
  if (!ESCAPING.has(name)) requireStorable(input, name)
  try {
    return db.transaction(() => writes[name](db, input))
  } catch (error) {
    forgetRolledBack(db, traceIn(input))
    throw toServiceError(error, db.path)
  }
}
