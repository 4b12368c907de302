import { describe, expect, test } from 'vitest'
import { PAGE_LIMIT } from '../../shared/contract/common.ts'
import { corpus } from '../../shared/contract/corpus.ts'
import { drawing } from '../../shared/contract/drawing.ts'
import { exports } from '../../shared/contract/exports.ts'
import { host } from '../../shared/contract/host.ts'
import { contract } from '../../shared/contract/index.ts'
import { jobs } from '../../shared/contract/jobs.ts'
import { labels } from '../../shared/contract/labels.ts'
import { modelFolders } from '../../shared/contract/model-folders.ts'
import { models } from '../../shared/contract/models.ts'
import { predictions } from '../../shared/contract/predictions.ts'
import { runs } from '../../shared/contract/runs.ts'
import { runtime } from '../../shared/contract/runtime.ts'
import { z } from '../../shared/contract/schema.ts'
import { search } from '../../shared/contract/search.ts'
import { servers } from '../../shared/contract/servers.ts'
import { stepping } from '../../shared/contract/stepping.ts'
import { traces } from '../../shared/contract/traces.ts'
import { trajectories } from '../../shared/contract/trajectories.ts'
import { trees } from '../../shared/contract/trees.ts'
import type { Contract } from '../../shared/rpc/contract.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const specs = Object.entries(contract as Contract)
const schemaOf = (schema: unknown): JsonSchema =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input' }) as JsonSchema

/** Every part of a schema with its place, outermost first. */
function* parts(schema: JsonSchema, place: string): Generator<[string, JsonSchema]> {
  yield [place, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield* parts(field as JsonSchema, `${place}.${name}`)
  }
  if (typeof schema.items === 'object') yield* parts(schema.items as JsonSchema, `${place}[]`)
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    yield* parts(one as JsonSchema, place)
  }
}

test('no area takes a name of another', () => {
  const walks = [trajectories, drawing, labels]
  const engines = [models, modelFolders, servers, runtime, runs, predictions, stepping]
  const areas = [corpus, traces, trees, ...walks, ...engines, exports, jobs, host, search]
  const names = areas.flatMap((area) => Object.keys(area))
  expect(names.toSorted()).toEqual(Object.keys(contract).toSorted())
})

test('zod never probes eval, which a strict content policy reports', () => {
  expect(z.config().jitless).toBe(true)
})

describe.each(specs)('%s', (name, spec) => {
  test('is named area.verb', () => {
    expect(name).toMatch(/^[a-z]+\.[a-z][a-zA-Z]*$/)
  })

  test('takes an object whose texts and lists are bounded', () => {
    expect(schemaOf(spec.input).type).toBe('object')
    const unbounded = [...parts(schemaOf(spec.input), 'input')].filter(
      ([, part]) =>
        (part.type === 'string' &&
          part.maxLength === undefined &&
          part.enum === undefined &&
          part.const === undefined) ||
        (part.type === 'array' && part.maxItems === undefined),
    )
    expect(unbounded.map(([place]) => place)).toEqual([])
  })

  test('answers with an object, a page with at most 500 rows', () => {
    const answer = schemaOf(spec.type === 'call' ? spec.output : spec.item)
    // One of several kinds of objects, as of the news of a stream, is an object.
    for (const one of answer.anyOf ?? answer.oneOf ?? [answer]) {
      expect((one as JsonSchema).type).toBe('object')
    }
    const rows = answer.properties?.rows as JsonSchema | undefined
    if (rows !== undefined) expect(rows.maxItems).toBe(PAGE_LIMIT)
  })
})
