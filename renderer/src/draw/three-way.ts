import { compareValues } from '../../../shared/model/compare-values.ts'
import type { Difference, EqualityReason } from '../../../shared/model/types.ts'
import type { Change } from './variable-changes.ts'

/** A variable as it is known at a state. */
interface KnownVariable {
  readonly name: string
  readonly text: string
  readonly stale: boolean
}

interface Known {
  readonly variables: readonly KnownVariable[]
  /** There may be variables that nobody told. */
  readonly hasUnknown: boolean
}

/** How a predicted value stands to the recorded one. */
export type Standing =
  | 'exact'
  /** Equal once what is no difference is set aside. */
  | 'equal'
  | 'different'
  | 'missing'
  | 'extra'
  /** The prediction does not tell it. */
  | 'untold'
  /** There is nothing recorded to hold it against. */
  | 'unchecked'

/** One value on one of three sides. */
export interface SideValue {
  readonly text: string
  /** Told of an earlier state: it may have changed since. */
  readonly stale: boolean
  /** What became of it since the state before, in the direction of travel. */
  readonly change: Change | null
}

/** A variable before an action, really after it, and as predicted. */
export interface ThreeWayRow {
  readonly name: string
  /** Null where there is none. */
  readonly before: SideValue | null
  readonly real: SideValue | null
  readonly predicted: SideValue | null
  /** There was such a variable before, and after the action there is none. */
  readonly isGone: { readonly real: boolean; readonly predicted: boolean }
  readonly standing: Standing
  readonly reasons: readonly EqualityReason[]
  /** Where in the value they differ. */
  readonly differences: readonly Difference[]
}

export interface ThreeWay {
  readonly before: Known | null
  readonly real: Known | null
  readonly predicted: Known | null
  /** What the scorer found; null where nothing is held against the recording. */
  readonly differences: readonly Difference[] | null
  /** The action leads to another frame, whose variables have nothing to do with those before. */
  readonly isOtherFrame: boolean
}

type Values = ReadonlyMap<string, KnownVariable>

function valuesOf(known: Known | null): Values {
  return new Map(known?.variables.map((variable) => [variable.name, variable]))
}

/** The name a path of a difference begins with. */
function isOf({ path }: Difference, name: string): boolean {
  return path === name || (path.startsWith(name) && /^[.[(]/.test(path.slice(name.length)))
}

function changeOf(
  now: KnownVariable | undefined,
  before: KnownVariable | undefined,
  isComparable: boolean,
): Change | null {
  if (!isComparable || now === undefined) return null
  if (before === undefined) return 'added'
  return before.text === now.text ? null : 'changed'
}

interface Found {
  readonly standing: Standing
  readonly reasons: readonly EqualityReason[]
  readonly differences: readonly Difference[]
}

const NOTHING = { reasons: [], differences: [] } as const

/** A value that stands on both sides, or on one. */
interface Held {
  readonly name: string
  readonly real: KnownVariable | undefined
  readonly predicted: KnownVariable | undefined
  /** The prediction tells every variable there is. */
  readonly isComplete: boolean
}

function standingOf(
  { name, real, predicted, isComplete }: Held,
  found: readonly Difference[] | null,
): Found {
  if (found === null) return { standing: 'unchecked', ...NOTHING }
  const own = found.filter((one) => isOf(one, name))
  const [first] = own
  if (first !== undefined && first.path === name && first.kind !== 'changed') {
    return { standing: first.kind, ...NOTHING, differences: own }
  }
  if (first !== undefined) return { standing: 'different', reasons: [], differences: own }
  if (predicted === undefined && real === undefined && isComplete) {
    return { standing: 'exact', ...NOTHING }
  }
  // What was told of an earlier state is not held against what was recorded since.
  if (predicted === undefined || predicted.stale) return { standing: 'untold', ...NOTHING }
  // The real action ended the run, say: nothing was recorded that could bear it out.
  if (real === undefined) return { standing: 'unchecked', ...NOTHING }
  if (real.text === predicted.text) return { standing: 'exact', ...NOTHING }
  const { reasons, differences } = compareValues(name, real.text, predicted.text)
  if (differences.length > 0) return { standing: 'untold', ...NOTHING }
  return { standing: 'equal', reasons: [...reasons], differences: [] }
}

function sideOf(
  value: KnownVariable | undefined,
  before: KnownVariable | undefined,
  isComparable: boolean,
): SideValue | null {
  if (value === undefined) return null
  const change = changeOf(value, before, isComparable)
  return { text: value.text, stale: value.stale, change }
}

/** The variables of three states side by side: in the order of the recorded one, then what only the others have. */
export function threeWayRows(states: ThreeWay): readonly ThreeWayRow[] {
  const [before, real, predicted] = [states.before, states.real, states.predicted].map(valuesOf)
  if (before === undefined || real === undefined || predicted === undefined) return []
  const isComparable = states.before !== null && !states.isOtherFrame
  const own = [...real.keys(), ...predicted.keys()]
  const names = new Set(isComparable || own.length === 0 ? [...own, ...before.keys()] : own)
  const isComplete = states.predicted !== null && !states.predicted.hasUnknown
  const found = states.predicted === null ? null : states.differences
  return [...names].map((name) => {
    const held = { name, real: real.get(name), predicted: predicted.get(name), isComplete }
    const wasThere = isComparable && before.has(name)
    return {
      name,
      before: states.isOtherFrame ? null : sideOf(before.get(name), undefined, false),
      real: sideOf(held.real, before.get(name), isComparable),
      predicted: sideOf(held.predicted, before.get(name), isComparable),
      isGone: {
        real: wasThere && states.real !== null && held.real === undefined,
        predicted: wasThere && isComplete && held.predicted === undefined,
      },
      ...standingOf(held, found),
    }
  })
}
