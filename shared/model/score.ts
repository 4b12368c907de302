import type { ResolvedLocals, ResolvedVariable } from '../grammar/resolve.ts'
import type { LocalsText, StateText } from '../grammar/types.ts'
import { compareValues } from './compare-values.ts'
import type {
  Components,
  Difference,
  Equality,
  EqualityReason,
  ErrorClass,
  MappedLine,
  Outcome,
  Score,
} from './types.ts'

/** What really follows an action. */
export interface Truth {
  readonly outcome: Outcome
  /** What a reader of the true text knows of the locals; null at the exit. */
  readonly locals: ResolvedLocals | null
  /** The locals as they were recorded, for what the text does not tell; null where there is no recording. */
  readonly recorded: readonly (readonly [name: string, text: string])[] | null
}

/** A prediction that could be read. */
export interface Read {
  readonly outcome: Outcome
  readonly locals: ResolvedLocals | null
  readonly line: MappedLine | null
}

/** Stands for the variables that a text does not tell. */
const UNTOLD = '..'

/** What was found of the variables of a state, or of its argument. */
interface Findings {
  readonly reasons: Set<EqualityReason>
  readonly missing: Difference[]
  readonly extra: Difference[]
  /** In values that both states have. */
  readonly wrong: Difference[]
}

function nothing(): Findings {
  return { reasons: new Set(), missing: [], extra: [], wrong: [] }
}

function differencesOf({ missing, extra, wrong }: Findings): Difference[] {
  return [...missing, ...extra, ...wrong]
}

function equalityOf(findings: Findings): Equality {
  if (differencesOf(findings).length > 0) return 'different'
  return findings.reasons.size > 0 ? 'equal' : 'exact'
}

function addCompared(to: Findings, name: string, real: string, predicted: string): void {
  const { reasons, differences } = compareValues(name, real, predicted)
  for (const reason of reasons) to.reasons.add(reason)
  to.wrong.push(...differences)
}

function addMissing(to: Findings, path: string, real: string): void {
  to.missing.push({ path, kind: 'missing', real, predicted: null })
}

function addExtra(to: Findings, path: string, predicted: string): void {
  to.extra.push({ path, kind: 'extra', real: null, predicted })
}

/** The variables as the texts tell them. */
function compareRaw(real: LocalsText, predicted: LocalsText): Findings {
  const found = nothing()
  const told = new Map(predicted.entries)
  for (const [name, text] of real.entries) {
    const other = told.get(name)
    told.delete(name)
    if (other === undefined) addMissing(found, name, text)
    else addCompared(found, name, text, other)
  }
  for (const [name, text] of told) addExtra(found, name, text)
  if (real.omitted && !predicted.omitted) addMissing(found, UNTOLD, UNTOLD)
  if (!real.omitted && predicted.omitted) addExtra(found, UNTOLD, UNTOLD)
  return found
}

/**
 * The variables a reader knows after the predicted state against those known after the real one. What the real text
 * leaves unknown or stale is held against the recording where the prediction tells it anew.
 */
function compareResolved(truth: Truth, real: ResolvedLocals, predicted: ResolvedLocals): Findings {
  const found = nothing()
  const recorded = new Map(truth.recorded ?? [])
  const known = new Map(real.variables.map((variable) => [variable.name, variable]))
  const isComplete = !predicted.hasUnknown
  for (const { name, text, stale } of predicted.variables) {
    const expected = expectedOf(known.get(name), recorded.get(name), { stale, real, isComplete })
    if (expected === null) addExtra(found, name, text)
    else addCompared(found, name, expected, text)
  }
  const told = new Set(predicted.variables.map(({ name }) => name))
  for (const { name, text } of real.variables) {
    const isGone = isComplete && truth.recorded !== null && !recorded.has(name)
    if (!told.has(name) && !isGone) addMissing(found, name, text)
  }
  if (isComplete && real.hasUnknown) {
    for (const [name, text] of recorded) {
      if (!told.has(name) && !known.has(name)) addMissing(found, name, text)
    }
  }
  if (!isComplete && !real.hasUnknown) addExtra(found, UNTOLD, UNTOLD)
  return found
}

/** The value that a predicted variable should have; null where there should be no such variable. */
function expectedOf(
  known: ResolvedVariable | undefined,
  recorded: string | undefined,
  at: { readonly stale: boolean; readonly real: ResolvedLocals; readonly isComplete: boolean },
): string | null {
  if (known === undefined) return at.real.hasUnknown ? (recorded ?? null) : null
  if (known.stale && !at.stale) return recorded ?? (at.isComplete ? null : known.text)
  return known.text
}

function compareArguments(name: string, real: string, predicted: string): Findings {
  const found = nothing()
  addCompared(found, name, real, predicted)
  return found
}

function eventOf(outcome: Outcome): string {
  return outcome.kind === 'state' ? outcome.state.event : outcome.exit
}

interface Parts {
  readonly components: Components
  readonly locals: Findings
  readonly argument: Findings
}

/** What the real state has and the predicted one has not differs. */
function without(event: Equality, real: StateText | null, line: Equality | null): Parts {
  const of = (part: unknown): Equality | null => (part == null ? null : 'different')
  const locals = of(real?.locals)
  return {
    components: { event, line, locals, rawLocals: locals, argument: of(real?.arg) },
    locals: nothing(),
    argument: nothing(),
  }
}

function compareParts(truth: Truth, read: Read): Parts {
  const event = eventOf(truth.outcome) === eventOf(read.outcome) ? 'exact' : 'different'
  if (truth.outcome.kind === 'exit') return without(event, null, null)
  const real = truth.outcome.state
  if (read.outcome.kind === 'exit') return without(event, real, 'different')
  const predicted = read.outcome.state
  const parts = without(event, real, real.src === predicted.src ? 'exact' : 'different')
  if (real.arg !== null && predicted.arg !== null) {
    // The value has no name of its own; it goes by that of its event.
    const argument = compareArguments(real.event.replace('inv_', ''), real.arg, predicted.arg)
    return {
      ...parts,
      argument,
      components: { ...parts.components, argument: equalityOf(argument) },
    }
  }
  if (real.locals === null || predicted.locals === null) return parts
  if (truth.locals === null || read.locals === null) return parts
  const locals = compareResolved(truth, truth.locals, read.locals)
  const rawLocals = equalityOf(compareRaw(real.locals, predicted.locals))
  const components = { ...parts.components, locals: equalityOf(locals), rawLocals }
  return { ...parts, locals, components }
}

/** The error, and the difference that shows it if it is in a value. */
function errorOf({ components, locals, argument }: Parts): [ErrorClass, Difference | null] | null {
  if (components.event === 'different') return ['wrong_event', null]
  if (components.line === 'different') return ['wrong_line', null]
  const [gone] = locals.missing
  if (gone !== undefined) return ['missing_variable', gone]
  const [more] = locals.extra
  if (more !== undefined) return ['extra_variable', more]
  const wrong = locals.wrong[0] ?? argument.wrong[0]
  return wrong === undefined ? null : ['wrong_value', wrong]
}

/** Holds a prediction that could be read against what really follows. */
export function scoreRead(truth: Truth, read: Read): Score {
  const parts = compareParts(truth, read)
  const found = errorOf(parts)
  return {
    verdict: found === null ? 'match' : 'mismatch',
    error: found?.[0] ?? null,
    path: found?.[1]?.path ?? null,
    components: parts.components,
    reasons: [...new Set([...parts.locals.reasons, ...parts.argument.reasons])],
    differences: [...differencesOf(parts.locals), ...differencesOf(parts.argument)],
    line: read.line,
  }
}

/** The score of an answer that is no state and no exit. */
export function scoreUnreadable({ outcome }: Truth, error: 'malformed' | 'stopped_early'): Score {
  const real = outcome.kind === 'state' ? outcome.state : null
  return {
    verdict: 'unparseable',
    error,
    path: null,
    components: without('different', real, real && 'different').components,
    reasons: [],
    differences: [],
    line: null,
  }
}
