import { formatNoun } from '../../../shared/base/words.ts'
import { TraceExportRequest } from '../../../shared/contract/trace-files.ts'
import type { Kind } from '../kind.ts'
import { jsonlLines } from '../trace-export/jsonl.ts'
import { perfettoLines } from '../trace-export/perfetto.ts'
import { lanesOf } from '../trace-export/stored-events.ts'
import { writeWholeFile } from '../trace-export/target-file.ts'

const LINES = { jsonl: jsonlLines, perfetto: perfettoLines } as const
/** Lines between two news of the progress. */
const REPORT_LINES = 5000

/** Writes one trace to a file of its own, whole or not at all. */
export const traceExport: Kind<TraceExportRequest> = {
  name: 'trace-export',
  lane: 'store',
  input: TraceExportRequest,
  title: ({ trace, path }) => `Write ${trace} to ${path}`,
  run: async ({ trace, format, path }, ctx) => {
    const { store, signal } = ctx
    const lanes = await lanesOf(store, trace, signal)
    const events = lanes.reduce((sum, lane) => sum + lane.events, 0)
    let lines = 0
    async function* counted(): AsyncGenerator<string> {
      for await (const line of LINES[format](store, lanes, signal)) {
        signal.throwIfAborted()
        if (lines++ % REPORT_LINES === 0) {
          ctx.report({ done: lines, total: null, text: `${formatNoun(lines, 'line')} written` })
        }
        yield line
      }
    }
    const { bytes } = await writeWholeFile(path, ctx.jobId, counted())
    return {
      text: `${formatNoun(events, 'event')} of ${trace} in ${path}, ${formatNoun(bytes, 'byte')}.`,
      result: { trace, format, path, traces: lanes.length, events, lines, bytes },
    }
  },
}
