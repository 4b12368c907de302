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
}
