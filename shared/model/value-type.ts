import type { StateText } from '../grammar/types.ts'
import { NOTHING, SEVERAL } from './pivot.ts'

/** Types of the values of a recorded state. */
export interface StateTypes {
  readonly locals: ReadonlyMap<string, string>
  readonly argument: string | null
}

/**
 * The type of the values that a state brings: of what is returned or raised, else of the variables that its text tells,
 * which are those that changed. `several` where they are of different types, `nothing` where it brings none.
 */
export function valueTypeOf(state: StateText | null, types: StateTypes): string {
  if (state === null) return NOTHING
  if (state.arg !== null && types.argument !== null) return types.argument
  const told = state.locals?.entries ?? []
  const found = new Set(told.flatMap(([name]) => types.locals.get(name) ?? []))
  const [first, second] = found
  if (first === undefined) return NOTHING
  return second === undefined ? first : SEVERAL
}
