import { formatNoun } from '../../../shared/base/words.ts'
import { TraceExportRequest } from '../../../shared/contract/trace-files.ts'
import type { Kind } from '../kind.ts'
import { jsonlLines } from '../trace-export/jsonl.ts'
import { perfettoLines } from '../trace-export/perfetto.ts'
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
    const detail = await store.read('traceGet', { trace }, { signal })
    let lines = 0
    async function* counted(): AsyncGenerator<string> {
      for await (const line of LINES[format](store, detail, signal)) {
        signal.throwIfAborted()
        if (lines++ % REPORT_LINES === 0) {
          ctx.report({ done: lines, total: null, text: `${formatNoun(lines, 'line')} written` })
        }
        yield line
      }
    }
    const { bytes } = await writeWholeFile(path, ctx.jobId, counted())
    return {
      text: `${formatNoun(detail.events, 'event')} of ${trace} in ${path}, ${formatNoun(bytes, 'byte')}.`,
      result: { trace, format, path, events: detail.events, lines, bytes },
    }
  },
}
