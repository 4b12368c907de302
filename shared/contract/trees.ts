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

/** A step of a trace, from which on its steps are compared with those of another. */
const ComparedFrom = z.object({ trace: Id, from: z.int().min(0) })

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

/** Characters that a value takes in a message besides its text and its name. */
const VALUE_FRAME = 48

/** About how many characters a state takes in a message. */
export function stateWeight({ locals, arg }: Pick<StateView, 'locals' | 'arg'>): number {
  let weight = arg?.text.length ?? 0
  for (const [name, { text }] of locals) weight += name.length + text.length + VALUE_FRAME
  return weight
}

/** An answer with states ends with the one that brings it past this many characters. */
export const STATES_WEIGHT = 400_000

/** A write of a variable: the event at which what it holds from then on shows first. */
export const VariableWrite = z.object({
  seq: z.int(),
  /** The start of the value's text, with its true size; null where the name is gone. */
  value: z.object({ text: z.string(), size: z.int(), type: z.string() }).nullable(),
})
export type VariableWrite = z.infer<typeof VariableWrite>

/** A variable of a frame (StateNode.frame), looked at from an event. */
const VariableAt = {
  trace: Id,
  frame: z.int().min(0),
  variable: z.string().max(100_000),
  seq: z.int().min(0),
}
/** Writes on either side of an event that one call gives. */
export const WRITES_LIMIT = 100
const WriteCount = z.int().min(0).max(WRITES_LIMIT)

export const trees = {
  /** Every node of a trace in order, in chunks. */
  'tree.nodes': stream({ input: z.object({ trace: Id }), item: NodeColumns }),
  /**
   * Complete locals and argument of the given nodes, in their order: of the first ones, and at least of one, where
   * all would be too much for one answer (STATES_WEIGHT). The others are to be asked for again.
   */
  'tree.states': call({
    input: z.object({ trace: Id, seqs: z.array(z.int().min(0)).min(1).max(PAGE_LIMIT) }),
    output: z.object({ states: z.array(StateView).min(1).max(PAGE_LIMIT) }),
  }),
  /**
   * Writes of a variable around an event: `before` those at or before it, newest first, `after` those after it,
   * oldest first. Both are empty where the frame never had such a variable.
   */
  'tree.writes': call({
    input: z.object({ ...VariableAt, before: WriteCount, after: WriteCount }),
    output: z.object({ before: z.array(VariableWrite), after: z.array(VariableWrite) }),
  }),
  /**
   * The return that gave what the variable holds at an event: of the calls made by the line before its last write,
   * the newest one that returned or yielded that very value. Null where no call did.
   */
  'tree.writeOrigin': call({
    input: z.object(VariableAt),
    output: z.object({
      returned: z.object({ seq: z.int(), yielded: z.boolean() }).nullable(),
    }),
  }),
  /**
   * Compares `count` consecutive events of two traces, one by one: how far from the beginning the first pair that
   * differs is, or going backward the last; null where none does. A pair differs where a variable that either of the
   * two events changed holds something else in the other trace, or what they returned, yielded or raised is not the
   * same.
   */
  'tree.findDifference': call({
    input: z.object({
      first: ComparedFrom,
      second: ComparedFrom,
      count: z.int().min(1).max(SEARCH_EVENTS),
      direction: z.enum(['forward', 'backward']),
    }),
    output: z.object({ offset: z.int().min(0).nullable() }),
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
