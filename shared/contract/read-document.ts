import { inQuotes } from '../base/words.ts'
import { parseQuery } from '../query/check.ts'
import { suggest } from '../query/suggest.ts'
import type { MixDocument } from '../trajectory/mix-document.ts'
import { directionsOf, POLICIES, policyByName } from '../trajectory/policies.ts'
import { type DocumentPath, policyProblems } from '../trajectory/policy-check.ts'
import type { Entry, PolicyDocument } from '../trajectory/policy-document.ts'
import { MixSchema, mixJsonSchema } from './mix-schema.ts'
import { PolicySchema, policyJsonSchema } from './policy-schema.ts'
import type { z } from './schema.ts'

/** A document, or one sentence that names the place of what is wrong with it. */
export type ReadDocument<T> =
  | { readonly ok: true; readonly document: T }
  | { readonly ok: false; readonly error: string; readonly path: DocumentPath }

type Issue = z.core.$ZodIssue

/** Where, as a person counts: `forward, rule 2, mix 1, weights`. */
function placeOf(path: DocumentPath): string {
  const words: string[] = []
  for (const key of path) {
    const last = words.at(-1)
    if (typeof key === 'string') words.push(key)
    else if (last === 'forward' || last === 'inverse') words.push(`rule ${key + 1}`)
    else words[words.length - 1] = `${last ?? ''} ${key + 1}`
  }
  return words.join(', ')
}

export function refusal(path: DocumentPath, message: string): ReadDocument<never> {
  const place = placeOf(path)
  const start = message.charAt(0).toUpperCase() + message.slice(1)
  return { ok: false, error: place === '' ? start : `At ${place}: ${message}`, path }
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Every key of a schema's objects, to tell a mistyped one from. */
function keysOf(schema: unknown, known = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return known
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value)) known.add(name)
    keysOf(value, known)
  }
  return known
}

function valueAt(value: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    value,
  )
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function sizeMessage(issue: Issue & { code: 'too_small' | 'too_big' }, value: unknown): string {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const side = issue.code === 'too_small' ? 'at least' : 'at most'
  if (issue.origin === 'array') return `takes ${side} ${limit} of them.`
  if (issue.origin === 'string') return `takes ${side} ${limit} characters.`
  return `takes a number of ${side} ${limit}, not ${shown(value)}.`
}

function messageOf(issue: Issue, value: unknown, known: readonly string[]): string {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[issue.expected] ?? issue.expected
      return value === undefined
        ? `is missing; it takes ${kind}.`
        : `takes ${kind}, not ${shown(value)}.`
    }
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? ''
      const near = suggest(key, known)
      return `there is no ${inQuotes(key)} here${near === null || near === key ? '.' : `; did you mean ${near}?`}`
    }
    case 'invalid_value':
      return value === undefined
        ? `is missing; it takes ${issue.values.map(String).join(', ')}.`
        : `takes ${issue.values.map(String).join(' or ')}, not ${shown(value)}.`
    case 'too_small':
    case 'too_big':
      return sizeMessage(issue, value)
    default:
      return `cannot be ${shown(value)}.`
  }
}

/** The first thing a schema refuses, in its place; of a union, what the branch says that fits best. */
export function refusalOf(error: z.ZodError, value: unknown, schema: unknown): ReadDocument<never> {
  let issue: Issue | undefined = error.issues[0]
  let path: DocumentPath = []
  while (issue !== undefined) {
    path = [...path, ...(issue.path as DocumentPath)]
    if (issue.code !== 'invalid_union') break
    const isObject = typeof valueAt(value, path) === 'object'
    const branches: readonly (readonly Issue[])[] = issue.errors
    issue = branches.at(isObject ? -1 : 0)?.[0]
  }
  if (issue === undefined) return refusal([], 'it is not such a document.')
  const known = [...keysOf(schema)]
  return refusal(path, messageOf(issue, valueAt(value, path), known))
}

/** Levels of lists and objects in a document: far more than people write, and few enough to go through them. */
const MOST_LEVELS = 100

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}

/** Reads JSON, with a byte order mark before it or not; what does not parse is a sentence. */
export function readJson(text: string): ReadDocument<unknown> {
  try {
    const document: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isDeeper(document, MOST_LEVELS)
      ? refusal([], `it nests more than ${MOST_LEVELS} levels of lists and objects.`)
      : { ok: true, document }
  } catch (error) {
    return refusal([], `it is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** What is wrong with a name that lists show in a line. */
function nameProblem(name: string): ReadDocument<never> | null {
  if (!/\p{Cc}/u.test(name)) return null
  return refusal(['name'], 'takes one line of text without control characters.')
}

/** What is wrong with the query of an entry, null when nothing is. */
export function entryProblem(
  entry: Entry | undefined,
  path: DocumentPath,
): ReadDocument<never> | null {
  if (typeof entry !== 'object') return null
  const parsed = parseQuery(entry.where, 'step')
  if (parsed.ok) return null
  const { position, message } = parsed.error
  return refusal([...path, 'where'], `character ${position + 1}: ${message}`)
}

/** Checks a value as a policy document: its shape, what its rules say, and the query of its entry. */
export function checkPolicy(value: unknown): ReadDocument<PolicyDocument> {
  const parsed = PolicySchema.safeParse(value)
  if (!parsed.success) return refusalOf(parsed.error, value, policyJsonSchema())
  const document = parsed.data
  for (const { path, message } of policyProblems(document)) return refusal(path, message)
  return (
    nameProblem(document.name) ?? entryProblem(document.entry, ['entry']) ?? { ok: true, document }
  )
}

export function readPolicy(text: string): ReadDocument<PolicyDocument> {
  const json = readJson(text)
  return json.ok ? checkPolicy(json.document) : json
}

/** What to write for a name that no policy has: the end of a sentence. */
export function policyHint(name: string, own: readonly string[] = []): string {
  const names = [...POLICIES.map((policy) => policy.name), ...own]
  const near = suggest(name, names)
  return near === null ? `there are ${names.join(', ')}.` : `did you mean ${near}?`
}

/** What is wrong with the policy of a mix's part, null when it can be drawn by that way. */
function partProblem({ policy, direction }: MixDocument['parts'][number], path: DocumentPath) {
  const place = [...path, 'policy']
  const known = typeof policy === 'string' ? policyByName(policy) : null
  if (typeof policy === 'string' && known === null) {
    return refusal(place, `there is no policy ${inQuotes(policy)}; ${policyHint(policy)}`)
  }
  const checked = typeof policy === 'string' ? null : checkPolicy(policy)
  if (checked !== null && !checked.ok) {
    const error = `In part ${Number(path[1]) + 1}, ${checked.error.charAt(0).toLowerCase()}${checked.error.slice(1)}`
    return { ...checked, error, path: [...place, ...checked.path] }
  }
  const document = known ?? (policy as PolicyDocument)
  if (directionsOf(document).includes(direction)) return null
  return refusal([...path, 'direction'], `${document.name} does not go ${direction}.`)
}

/** A budget of no amount or of several fits no branch of its union, and none tells why. */
function mixRefusal(error: z.ZodError, value: unknown): ReadDocument<never> {
  const refused = refusalOf(error, value, mixJsonSchema())
  const budget = valueAt(value, ['budget'])
  const isElsewhere = refused.ok || refused.path[0] !== 'budget'
  if (isElsewhere || typeof budget !== 'object' || budget === null) return refused
  if (Object.keys(budget).length === 1) return refused
  return refusal(['budget'], 'takes exactly one of tokens, actions and trajectories.')
}

/** Checks a value as a mix: its shape, its policies, and that they go the ways they are to. */
export function checkMix(value: unknown): ReadDocument<MixDocument> {
  const parsed = MixSchema.safeParse(value)
  if (!parsed.success) return mixRefusal(parsed.error, value)
  const document = parsed.data
  const problem = nameProblem(document.name)
  if (problem !== null) return problem
  if (document.parts.every(({ share }) => share === 0)) {
    return refusal(['parts'], 'every share is 0, so nothing can be drawn.')
  }
  for (const [index, part] of document.parts.entries()) {
    const problem = partProblem(part, ['parts', index])
    if (problem !== null) return problem
  }
  return { ok: true, document }
}

export function readMix(text: string): ReadDocument<MixDocument> {
  const json = readJson(text)
  return json.ok ? checkMix(json.document) : json
}
