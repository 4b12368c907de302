import { EVENT_KINDS, EXITS, STOP_REASONS } from '../trace/event.ts'
import { z } from './schema.ts'

/** A page of a list holds at most this many rows. */
export const PAGE_LIMIT = 500

export const Id = z.string().min(1).max(80)
export const Seed = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
export const EventKindSchema = z.enum(EVENT_KINDS)
export const ExitSchema = z.enum(EXITS)
export const StopReasonSchema = z.enum(STOP_REASONS)

/** A rendered Python value (shared/trace/event.ts). */
export const ValueSchema = z.object({
  text: z.string(),
  size: z.int().min(0),
  type: z.string(),
  digest: z.string().exactOptional(),
})
export const LocalsSchema = z.array(z.tuple([z.string(), ValueSchema]))
/** Names of variables that share one object which may change in place, a group each; absent where none do. */
export const AliasesSchema = z.array(z.array(z.string())).exactOptional()

/** Which rows of a list: zero-based offset and count. */
export const PageWindow = {
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(PAGE_LIMIT).default(PAGE_LIMIT),
}
export const WhereText = z.string().max(4000).default('')

export const JobRef = z.object({ job: Id })
export const Empty = z.object({})
