import { TraceImportRequest } from '../../../shared/contract/trace-files.ts'
import { importCwm } from '../import/cwm.ts'
import { Importer } from '../import/importer.ts'
import { importJsonl } from '../import/jsonl.ts'
import { importPyTutor } from '../import/pytutor.ts'
import type { Kind } from '../kind.ts'

const READERS = { jsonl: importJsonl, cwm: importCwm, pytutor: importPyTutor } as const

/** Reads the traces of a file; each is taken whole or refused, and the report tells which and why. */
export const importKind: Kind<TraceImportRequest> = {
  name: 'import',
  lane: 'store',
  input: TraceImportRequest,
  title: ({ path }) => `Import ${path}`,
  run: async (request, ctx) => {
    ctx.report({ done: 0, total: null, text: 'Reading the file' })
    const importer = new Importer(request, ctx)
    await READERS[request.format](request.path, importer)
    return importer.outcome()
  },
}
