import type { Condition } from '../../shared/query/expression.ts'

type Json = unknown

/** Rows of loops by the order in which they come. */
function renumber(value: Json, numbers: Map<number, number>): Json {
  if (Array.isArray(value)) return value.map((one) => renumber(one, numbers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key !== 'row' || typeof one !== 'number') return [key, renumber(one, numbers)]
      if (!numbers.has(one)) numbers.set(one, numbers.size)
      return [key, numbers.get(one)]
    }),
  )
}

function flat(kind: 'all' | 'any', parts: readonly Condition[], isDenied: boolean): Condition {
  const own = (kind === 'all') === isDenied ? 'any' : 'all'
  const all = parts
    .map((part) => simple(part, isDenied))
    .flatMap((part) => (part.kind === own ? part.parts : [part]))
  const [only] = all
  if (all.length === 0) return { kind: 'constant', value: own === 'all' }
  return all.length === 1 && only !== undefined ? only : { kind: own, parts: all }
}

/** Conditions are true or not, so that a denial can be carried to where nothing is left to part. */
function simple(condition: Condition, isDenied = false): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return flat(condition.kind, condition.parts, isDenied)
    case 'not':
      return simple(condition.part, !isDenied)
    case 'constant':
      return { kind: 'constant', value: condition.value !== isDenied }
    case 'some':
    case 'every': {
      const kind = (condition.kind === 'some') === isDenied ? 'every' : 'some'
      const { rows } = condition
      return { kind, rows: inScalars(rows), condition: simple(condition.condition, isDenied) }
    }
    default: {
      const part = inScalars(condition)
      return isDenied ? { kind: 'not', part } : part
    }
  }
}

/** Conditions of aggregates, wherever they stand. */
function inScalars<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inScalars) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => {
    const isCondition = key === 'condition' && typeof one === 'object' && one !== null
    return [key, isCondition ? simple(one as Condition) : inScalars(one)]
  })
  return Object.fromEntries(entries) as T
}

/** The condition in a form that is the same for conditions of the same structure, however they were written. */
export function normalOf(condition: Condition): Json {
  return renumber(simple(condition), new Map([[0, 0]]))
}
