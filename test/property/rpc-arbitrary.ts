import fc from 'fast-check'
import { z } from '../../shared/contract/schema.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Definitions a schema refers to by name, and how many references deep a value may still go. */
interface Named {
  readonly defs: Readonly<Record<string, JsonSchema>>
  readonly depth: number
}

/** A schema that refers to itself gives values nested at most this deep. */
const MOST_DEPTH = 2

/** Random values that a schema of the contract accepts, by way of its JSON Schema. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const whole = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  return build(whole, { defs: (whole.$defs ?? {}) as Named['defs'], depth: MOST_DEPTH })
}

function build(schema: JsonSchema, named: Named): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const def = named.defs[schema.$ref.replace('#/$defs/', '')]
    if (def === undefined) throw new Error(`No definition ${schema.$ref}.`)
    return build(def, { ...named, depth: named.depth - 1 })
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined)
    return fc.oneof(...choices.map((one) => build(one as JsonSchema, named)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => build({ ...schema, type } as JsonSchema, named)))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return buildString(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -1000),
        max: Math.min(schema.maximum ?? 1000, 1000),
      })
    case 'number':
      return fc.double({
        min: schema.minimum ?? -1e6,
        max: schema.maximum ?? 1e6,
        noNaN: true,
        noDefaultInfinity: true,
      })
    case 'array':
      return buildArray(schema, named)
    case 'object':
      return buildObject(schema, named)
    default:
      return fc.jsonValue()
  }
}

function buildString({ pattern, minLength = 0, maxLength = 12 }: JsonSchema): fc.Arbitrary<string> {
  const size = { minLength, maxLength: Math.min(maxLength, 12) }
  return pattern === undefined
    ? fc.string({ unit: 'binary', ...size })
    : fc.stringMatching(new RegExp(pattern), { maxLength: size.maxLength })
}

function buildArray(schema: JsonSchema, named: Named): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.prefixItems)) {
    return fc.tuple(...schema.prefixItems.map((item) => build(item as JsonSchema, named)))
  }
  return fc.array(build(schema.items as JsonSchema, named), {
    minLength: schema.minItems ?? 0,
    maxLength: Math.min(schema.maxItems ?? 4, 4),
  })
}

function buildObject(schema: JsonSchema, named: Named): fc.Arbitrary<unknown> {
  const required = (schema.required ?? []) as string[]
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name, field]) =>
      named.depth > 0 || required.includes(name) || !JSON.stringify(field).includes('"$ref"'),
  )
  if (fields.length === 0 && typeof schema.additionalProperties === 'object') {
    return fc.dictionary(fc.string(), build(schema.additionalProperties as JsonSchema, named))
  }
  return fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, build(field as JsonSchema, named)])),
    { requiredKeys: required },
  )
}
