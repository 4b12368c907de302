import fc from 'fast-check'
import { z } from '../../shared/contract/schema.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Random values that a schema of the contract accepts, by way of its JSON Schema. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return build(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
}

function build(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((one) => build(one as JsonSchema)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => build({ ...schema, type } as JsonSchema)))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.string({
        unit: 'binary',
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 12, 12),
      })
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
      return buildArray(schema)
    case 'object':
      return buildObject(schema)
    default:
      return fc.jsonValue()
  }
}

function buildArray(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.prefixItems)) {
    return fc.tuple(...schema.prefixItems.map((item) => build(item as JsonSchema)))
  }
  return fc.array(build(schema.items as JsonSchema), {
    minLength: schema.minItems ?? 0,
    maxLength: Math.min(schema.maxItems ?? 4, 4),
  })
}

function buildObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0 && typeof schema.additionalProperties === 'object') {
    return fc.dictionary(fc.string(), build(schema.additionalProperties as JsonSchema))
  }
  const required = (schema.required ?? []) as string[]
  return fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, build(field as JsonSchema)])),
    { requiredKeys: required },
  )
}
