import { programsAndTraces } from './0001-programs-and-traces.ts'
import { trajectories } from './0002-trajectories.ts'
import { labelsAndExports } from './0003-labels-and-exports.ts'
import { jobs } from './0004-jobs.ts'
import { capture } from './0005-capture.ts'
import { files } from './0006-files.ts'
import { wholeNumbers } from './0007-whole-numbers.ts'
import { exceptions } from './0008-exceptions.ts'
import { search } from './0009-search.ts'
import { turns } from './0010-turns.ts'
import { extents } from './0011-extents.ts'
import { predictions } from './0012-predictions.ts'
import { policies } from './0013-policies.ts'
import { stepPredictions } from './0014-step-predictions.ts'
import { runCells } from './0015-run-cells.ts'
import { errorsByState } from './0016-errors-by-state.ts'
import type { Migration } from './migration.ts'

/** Every step of the schema in order; the file's `user_version` counts those that have run. */
export const MIGRATIONS: readonly Migration[] = [
  programsAndTraces,
  trajectories,
  labelsAndExports,
  jobs,
  capture,
  files,
  wholeNumbers,
  exceptions,
  search,
  turns,
  extents,
  predictions,
  policies,
  stepPredictions,
  runCells,
  errorsByState,
]

/** The `user_version` this build writes and understands. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** "NDWB" as a big-endian number, at offset 68 of the file's header: tells our files from other databases. */
export const APPLICATION_ID = 0x4e445742
