import { EVENT_KINDS } from '../trace/event.ts'
import {
  AHEAD,
  type Condition,
  LINE_KINDS,
  MAX_WEIGHT,
  MOST_ACTIONS,
  MOST_TOKENS,
  POLICY_FORMAT,
  type PolicyDocument,
} from '../trajectory/policy-document.ts'
import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../trajectory/types.ts'
import { z } from './schema.ts'

const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const Weight = z.int().min(0).max(MAX_WEIGHT)
const BOUNDS = { at_least: Count.exactOptional(), below: Count.exactOptional() }
const Bounds = z.strictObject(BOUNDS)

const ConditionSchema: z.ZodType<Condition> = z
  .strictObject({
    depth: Bounds.exactOptional(),
    in_library: z.boolean().exactOptional(),
    has_call: z.boolean().exactOptional(),
    calls_library: z.boolean().exactOptional(),
    event: z.enum(EVENT_KINDS).exactOptional(),
    loop_visit: Bounds.exactOptional(),
    exception_ahead: z.enum(AHEAD).exactOptional(),
    changed: Bounds.exactOptional(),
    actions_left: Bounds.exactOptional(),
    tokens_left: Bounds.exactOptional(),
    streak: z
      .strictObject({ action: z.enum([...FORWARD_ACTIONS, ...INVERSE_ACTIONS]), ...BOUNDS })
      .exactOptional(),
    get not() {
      return ConditionSchema.exactOptional()
    },
    get any() {
      return z.array(ConditionSchema).min(1).max(20).exactOptional()
    },
  })
  .meta({ id: 'Condition' })

/** Names of a closed list, each with a weight where it has one. */
function weightsOf<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const shape = Object.fromEntries(names.map((name) => [name, Weight.exactOptional()]))
  return z.strictObject(shape as Record<Name, z.ZodExactOptional<typeof Weight>>)
}

function ruleOf<const Name extends string>(actions: readonly [Name, ...Name[]]) {
  const Action = z.enum(actions)
  const Times = z.int().min(1).max(MOST_ACTIONS)
  return z.strictObject({
    when: ConditionSchema.exactOptional(),
    mix: z
      .array(z.strictObject({ share: Weight, weights: weightsOf(actions) }))
      .min(1)
      .max(20),
    sequel: z
      .strictObject({ after: Action, action: Action, at_least: Times, at_most: Times })
      .exactOptional(),
  })
}

const MOST_RULES = 100
const ForwardRule = ruleOf(FORWARD_ACTIONS).extend({ lines: weightsOf(LINE_KINDS).exactOptional() })
const InverseRule = ruleOf(INVERSE_ACTIONS)

export const EntrySchema = z.union([
  z.enum(['root', 'call']),
  z.strictObject({ where: z.string().min(1).max(4000) }),
])

/** The shape of a policy document, published as resources/formats/policy-1.schema.json. */
export const PolicySchema: z.ZodType<PolicyDocument> = z.strictObject({
  format: z.literal(POLICY_FORMAT),
  name: z.string().min(1).max(80),
  about: z.string().min(1).max(1000),
  entry: EntrySchema.exactOptional(),
  max_actions: z.int().min(1).max(MOST_ACTIONS).exactOptional(),
  max_tokens: z.int().min(1).max(MOST_TOKENS).exactOptional(),
  forward: z.array(ForwardRule).min(1).max(MOST_RULES).exactOptional(),
  inverse: z.array(InverseRule).min(1).max(MOST_RULES).exactOptional(),
})

/** The published JSON Schema of policy documents. */
export function policyJsonSchema(): unknown {
  return z.toJSONSchema(PolicySchema)
}
