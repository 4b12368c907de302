import { call } from '../rpc/contract.ts'
import { Id, JobRef, PAGE_LIMIT, PageWindow, WhereText } from './common.ts'
import { z } from './schema.ts'

export const EXPORT_FORMATS = ['jsonl'] as const

export const ExportRow = z.object({
  export: Id,
  format: z.enum(EXPORT_FORMATS),
  codec: z.string(),
  directory: z.string(),
  where: z.string(),
  rows: z.int(),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  createdAt: z.int(),
})
export type ExportRow = z.infer<typeof ExportRow>

export const ExportRequest = z.object({
  format: z.enum(EXPORT_FORMATS),
  codec: z.string().min(1).max(40).default('nd@1'),
  /** Absolute path of a folder that does not exist yet or is empty. */
  directory: z.string().min(1).max(4000),
  /** Filter over trajectories. */
  where: WhereText,
})
export type ExportRequest = z.infer<typeof ExportRequest>

export const exports = {
  'export.start': call({ input: ExportRequest, output: JobRef }),
  'export.page': call({
    input: z.object({ ...PageWindow }),
    output: z.object({ rows: z.array(ExportRow).max(PAGE_LIMIT), total: z.int() }),
  }),
  /** A folder beside the store that an export could go to. */
  'export.suggest': call({ input: z.object({}), output: z.object({ directory: z.string() }) }),
}
