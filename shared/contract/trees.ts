import { call, stream } from '../rpc/contract.ts'
import {
  AliasesSchema,
  EventKindSchema,
  Id,
  LocalsSchema,
  PAGE_LIMIT,
  ValueSchema,
} from './common.ts'
import { z } from './schema.ts'

/** Events that one search looks through; a longer part is searched piece by piece. */
export const SEARCH_EVENTS = 20_000

const Name = z.string().min(1).max(400)

/** Breakpoints that only the states of a trace can answer (shared/tree/breakpoints.ts, `StateTrigger`). */
export const StopTrigger = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('condition'),
    /** Index among the trace's files. */
    file: z.int().min(0),
    line: z.int().min(0),
    /** Which events visit the line: a line that is only called is visited by its calls. */
    at: z.enum(['line', 'call']),
    condition: z.string().max(1000),
  }),
  z.object({ kind: z.literal('exception'), type: Name }),
  z.object({ kind: z.literal('data'), function: Name, variable: Name }),
])
export type StopTrigger = z.infer<typeof StopTrigger>

/** Fields as shared/tree/node.ts, a column each: a chunk of consecutive nodes starting at `from`. */
export const NodeColumns = z.object({
  from: z.int(),
  close: z.array(z.int()).max(PAGE_LIMIT),
  parent: z.array(z.int()),
  depth: z.array(z.int()),
  kind: z.array(EventKindSchema),
  line: z.array(z.int()),
  /** Index among the files of `trace.files`; empty where the trace has but one file. */
  file: z.array(z.int().min(0)),
  function: z.array(z.string()),
  activation: z.array(z.int()),
  frame: z.array(z.int()),
  flags: z.array(z.int()),
})
export type NodeColumns = z.infer<typeof NodeColumns>

export const StateView = z.object({
  seq: z.int(),
  locals: LocalsSchema,
  arg: ValueSchema.nullable(),
  aliases: AliasesSchema,
})
export type StateView = z.infer<typeof StateView>

export const trees = {
  /** Every node of a trace in order, in chunks. */
  'tree.nodes': stream({ input: z.object({ trace: Id }), item: NodeColumns }),
  /** Complete locals and argument of the given nodes. */
  'tree.states': call({
    input: z.object({ trace: Id, seqs: z.array(z.int().min(0)).min(1).max(PAGE_LIMIT) }),
    output: z.object({ states: z.array(StateView).max(PAGE_LIMIT) }),
  }),
  /**
   * First event from `from` on and before `until` that any trigger stops at, or going backward the last; null where
   * none does. `until` may lie past the end.
   */
  'tree.findStop': call({
    input: z
      .object({
        trace: Id,
        from: z.int().min(0),
        until: z.int().min(0),
        direction: z.enum(['forward', 'backward']),
        triggers: z.array(StopTrigger).min(1).max(100),
      })
      .refine(({ from, until }) => until - from <= SEARCH_EVENTS, {
        message: `A search looks through at most ${SEARCH_EVENTS} events.`,
        path: ['until'],
      }),
    output: z.object({ seq: z.int().min(0).nullable() }),
  }),
}
