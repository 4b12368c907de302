import { Id } from './common.ts'
import { z } from './schema.ts'

/** What a trace can be written as. */
export const TRACE_EXPORT_FORMATS = ['jsonl', 'perfetto'] as const
/** What traces can be read from. */
export const TRACE_IMPORT_FORMATS = ['jsonl', 'cwm', 'pytutor'] as const
export type TraceImportFormat = (typeof TRACE_IMPORT_FORMATS)[number]

export const TraceExportRequest = z.object({
  trace: Id,
  format: z.enum(TRACE_EXPORT_FORMATS),
  /** Absolute path of a file that does not exist yet. */
  path: z.string().min(1).max(4000),
})
export type TraceExportRequest = z.infer<typeof TraceExportRequest>

export const TraceImportRequest = z.object({
  format: z.enum(TRACE_IMPORT_FORMATS),
  /** Absolute path of the file to read. */
  path: z.string().min(1).max(4000),
})
export type TraceImportRequest = z.infer<typeof TraceImportRequest>
