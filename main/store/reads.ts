import type { ReadableDb } from './database.ts'
import type { Reads } from './read-types.ts'
import { corpusFacets, corpusRows, corpusSql, corpusTotal } from './readers/corpus-reader.ts'
import { corpusPosition, corpusSlice } from './readers/corpus-slice.ts'
import { treeFindDifference } from './readers/difference-reader.ts'
import { handCount, traceCalls, traceSizes, traceWriteCounts } from './readers/drawing-reader.ts'
import { exportPage } from './readers/export-reader.ts'
import { storeInfo } from './readers/info-reader.ts'
import { jobGet, jobInput, jobPage } from './readers/job-reader.ts'
import { labelRecent, labelsOfTrace } from './readers/label-reader.ts'
import { traceEvents, treeNodes, treeStates } from './readers/node-reader.ts'
import { predictedStates, predictionSources } from './readers/prediction-reader.ts'
import { runPairs, runPivot, runStandings } from './readers/run-cells.ts'
import { runCounts } from './readers/run-counts.ts'
import {
  runAnswers,
  runGet,
  runPage,
  runTrajectories,
  runUnfinished,
} from './readers/run-reader.ts'
import { runFlips, runPredictions } from './readers/run-rows.ts'
import { searchState } from './readers/search-progress.ts'
import { searchHits } from './readers/search-reader.ts'
import { settingGet } from './readers/setting-reader.ts'
import { traceSlice } from './readers/slice-reader.ts'
import { stepFirstFailure, stepGet, stepRuns, stepStored } from './readers/step-reader.ts'
import { treeFindStop } from './readers/stop-reader.ts'
import {
  traceFiles,
  traceGet,
  traceIds,
  traceOutput,
  tracePage,
  traceSource,
  traceTurns,
} from './readers/trace-reader.ts'
import {
  labelsOf,
  trajectoryCount,
  trajectoryGet,
  trajectoryIds,
  trajectoryPage,
  trajectoryPosition,
} from './readers/trajectory-reader.ts'
import { treeWriteOrigin, treeWrites } from './readers/write-reader.ts'

/** What each read does, on a connection that can only read. */
export const reads: {
  readonly [K in keyof Reads]: (db: ReadableDb, input: Reads[K]['input']) => Reads[K]['output']
} = {
  corpusRows,
  corpusSlice,
  corpusPosition,
  corpusTotal,
  corpusFacets,
  corpusSql,
  tracePage,
  traceGet,
  traceIds,
  traceCalls,
  traceWriteCounts,
  traceSizes,
  handCount,
  traceEvents,
  traceOutput,
  traceFiles,
  traceSource,
  traceTurns,
  traceSlice,
  treeNodes,
  treeStates,
  treeWrites,
  treeWriteOrigin,
  treeFindStop,
  treeFindDifference,
  predictionSources,
  predictedStates,
  trajectoryPage,
  trajectoryPosition,
  trajectoryGet,
  trajectoryIds,
  trajectoryCount,
  labelsOf,
  labelsOfTrace,
  labelRecent,
  exportPage,
  jobPage,
  jobGet,
  jobInput,
  settingGet,
  storeInfo,
  searchHits,
  searchState,
  runPage,
  runGet,
  runUnfinished,
  runTrajectories,
  runAnswers,
  runPredictions,
  runCounts,
  runPairs,
  runStandings,
  runPivot,
  runFlips,
  stepGet,
  stepRuns,
  stepStored,
  stepFirstFailure,
}

/** Whether a name that came over a wire is a read of the table. */
export function isReadName(name: string): name is keyof Reads {
  return Object.hasOwn(reads, name)
}
