/** What rows are of. A query is asked of rows of one kind and reaches the others from there. */
export const THINGS = [
  'program',
  'trace',
  'step',
  'variable',
  'trajectory',
  'act',
  'label',
  'prediction',
] as const
export type Thing = (typeof THINGS)[number]

/** `value` is a recorded Python value, which is compared by what it is compared with; `texts` is a list of texts. */
export type FieldType = 'number' | 'text' | 'bool' | 'value' | 'texts'

export interface FieldInfo {
  readonly type: FieldType
  /** The only words it can be. */
  readonly words?: readonly string[]
  /** Of a number: milliseconds since 1970, which people read as a date; or a share from 0 to 1, read as a percentage. */
  readonly unit?: 'time' | 'share'
  /** For a person, without a full stop. */
  readonly about: string
}

export interface RelationInfo {
  readonly to: Thing
  readonly many: boolean
  readonly about: string
}

export interface ThingInfo {
  readonly fields: Readonly<Record<string, FieldInfo>>
  readonly relations: Readonly<Record<string, RelationInfo>>
  /** Field that stands for the row where a text, number or value is wanted: `program == "dice.py"`. */
  readonly scalar: string | null
  /** Field that `"x" in changes` looks at. */
  readonly key: string | null
  /** Fields that a text alone is searched for in; those of the rows a relation leads to come after them. */
  readonly searched: readonly string[]
}

export function number(about: string): FieldInfo {
  return { type: 'number', about }
}

export function text(about: string, words?: readonly string[]): FieldInfo {
  return words === undefined ? { type: 'text', about } : { type: 'text', about, words }
}

export function bool(about: string): FieldInfo {
  return { type: 'bool', about }
}

export function one(to: Thing, about: string): RelationInfo {
  return { to, many: false, about }
}

export function many(to: Thing, about: string): RelationInfo {
  return { to, many: true, about }
}
