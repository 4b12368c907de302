import type { FieldValue, Row } from '../../shared/query/evaluate.ts'
import type { Locals } from '../../shared/trace/event.ts'

const NOTHING = { one: () => null, many: () => [] }

/** A step of which a condition sees its variables, and such fields as are given. */
export function stepRow(locals: Locals, fields: Readonly<Record<string, FieldValue>> = {}): Row {
  const variables = locals.map(([name, value]): Row => {
    const of: Readonly<Record<string, FieldValue>> = {
      name,
      value,
      text: value.text,
      type: value.type,
    }
    return { ...NOTHING, field: (field) => of[field] ?? null }
  })
  return {
    field: (name) => fields[name] ?? null,
    one: () => null,
    many: (relation) => (relation === 'vars' ? variables : []),
  }
}
