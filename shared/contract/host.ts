import { call, stream } from '../rpc/contract.ts'
import { Empty, Id } from './common.ts'
import { z } from './schema.ts'

export const HostDescription = z.object({
  host: z.enum(['web', 'electron', 'cli']),
  version: z.string(),
  store: z.string(),
  readOnly: z.boolean(),
  /** Why nothing can be written, in one sentence; null when it can. */
  readOnlyReason: z.string().nullable(),
  capabilities: z.object({ reveal: z.boolean(), pickFolder: z.boolean() }),
})
export type HostDescription = z.infer<typeof HostDescription>

export const CHANGE_AREAS = [
  'trace',
  'trajectory',
  'label',
  'export',
  'job',
  'run',
  'policy',
] as const
/** Something was written: which area, and the id of what changed where there is one. */
export const Change = z.object({ area: z.enum(CHANGE_AREAS), id: Id.nullable() })
export type Change = z.infer<typeof Change>

export const host = {
  'host.describe': call({ input: Empty, output: HostDescription }),
  /** Shows a file or folder in the system's file manager; `unavailable` where the host cannot. */
  'host.reveal': call({ input: z.object({ path: z.string().min(1).max(4000) }), output: Empty }),
  /** Asks for a folder with the system's dialog; null when dismissed. */
  'host.pickFolder': call({ input: Empty, output: z.object({ path: z.string().nullable() }) }),
  'host.changes': stream({ input: Empty, item: Change }),
}
