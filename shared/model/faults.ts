import { must } from '../base/assert.ts'
import type { Prng } from '../base/prng.ts'
import type { StateText, Transcript } from '../grammar/types.ts'
import { parseRepr } from '../trace/repr-parse.ts'
import { kindAt, type PartIndex, type ReprTree, textAt } from '../trace/repr-tree.ts'
import { sourceLines } from '../trace/source.ts'
import { isCodeLine } from '../trajectory/source-index.ts'
import type { Truth } from './score.ts'
import type { ErrorClass, Outcome } from './types.ts'

/** An error that changes what is predicted, as opposed to one of its text. */
export type StateFault = Exclude<ErrorClass, 'malformed' | 'stopped_early'>

export interface FaultPlace {
  readonly before: Transcript
  readonly truth: Truth
}

/** Another outcome that has the error, or null where no prediction of this state can have it. */
export function withFault(
  fault: StateFault,
  { before, truth }: FaultPlace,
  prng: Prng,
): Outcome | null {
  const { outcome } = truth
  if (fault === 'wrong_event') return { ...otherEvent(outcome, before) }
  if (outcome.kind === 'exit') return null
  const state = faultyState(fault, outcome.state, { before, truth }, prng)
  return state === null ? null : { kind: 'state', state }
}

function faultyState(
  fault: Exclude<StateFault, 'wrong_event'>,
  state: StateText,
  { before, truth }: FaultPlace,
  prng: Prng,
): StateText | null {
  switch (fault) {
    case 'wrong_line':
      return otherLine(state, before.code, prng)
    case 'wrong_value':
      return otherValue(state, truth, prng)
    case 'missing_variable':
      return oneLess(state, truth, prng)
    case 'extra_variable':
      return oneMore(state, truth)
  }
}

const SWAPPED: Readonly<Record<string, StateText['event']>> = {
  call: 'line',
  line: 'call',
  return: 'exception',
  exception: 'return',
  inv_call: 'inv_line',
  inv_line: 'inv_call',
  inv_line_call: 'inv_line',
  inv_return: 'inv_exception',
  inv_exception: 'inv_return',
}

/** The outcome with an event of another name, whose state tells the same fields. */
function otherEvent(outcome: Outcome, before: Transcript): Outcome {
  if (outcome.kind === 'state') {
    const event = must(SWAPPED[outcome.state.event], 'another event')
    return { kind: 'state', state: { ...outcome.state, event } }
  }
  if (outcome.exit !== 'inv_entry') {
    return { kind: 'exit', exit: outcome.exit === 'normal' ? 'error' : 'normal' }
  }
  const src = before.states.at(-1)?.src ?? ''
  const locals = { omitted: true, entries: [] }
  return { kind: 'state', state: { event: 'inv_line', src, locals, arg: null } }
}

function otherLine(state: StateText, code: string, prng: Prng): StateText | null {
  const others = [...new Set(sourceLines(code))].filter(
    (line) => isCodeLine(line) && line !== state.src,
  )
  if (others.length === 0) return null
  return { ...state, src: must(others[prng.nextBelow(others.length)], 'line') }
}

/** Every variable of the state, as recorded. */
function allOf({ recorded }: Truth, state: StateText): readonly (readonly [string, string])[] {
  return recorded ?? state.locals?.entries ?? []
}

function oneLess(state: StateText, truth: Truth, prng: Prng): StateText | null {
  const all = allOf(truth, state)
  if (state.locals === null || all.length === 0) return null
  const dropped = prng.nextBelow(all.length)
  return { ...state, locals: { omitted: false, entries: all.filter((_, at) => at !== dropped) } }
}

function oneMore(state: StateText, truth: Truth): StateText | null {
  if (state.locals === null) return null
  const names = new Set([
    ...allOf(truth, state).map(([name]) => name),
    ...(truth.locals?.variables ?? []).map(({ name }) => name),
  ])
  let name = 'extra'
  while (names.has(name)) name += '_'
  return { ...state, locals: { ...state.locals, entries: [...state.locals.entries, [name, '0']] } }
}

function otherValue(state: StateText, truth: Truth, prng: Prng): StateText | null {
  if (state.arg !== null) return { ...state, arg: otherText(state.arg, prng) }
  if (state.locals === null) return null
  const { entries } = state.locals
  const choice = entries.length > 0 ? entries : allOf(truth, state)
  if (choice.length === 0) return null
  const [name, text] = must(choice[prng.nextBelow(choice.length)], 'variable')
  const wrong = [name, otherText(text, prng)] as const
  const kept = entries.filter(([other]) => other !== name)
  const at = entries.findIndex(([other]) => other === name)
  const position = at < 0 ? entries.length : at
  return { ...state, locals: { ...state.locals, entries: kept.toSpliced(position, 0, wrong) } }
}

/** Parts that can be replaced by another literal without becoming equal to the old one in another form. */
function replaceable(tree: ReprTree): PartIndex[] {
  const found: PartIndex[] = []
  for (let part = 0; part < tree.count; part++) {
    const kind = kindAt(tree, part)
    // Inside <…> a number may be an address.
    if (kind === 'angle') part = tree.last[part] as number
    else if (/^(?:number|string|bool|none)$/.test(kind)) found.push(part)
  }
  return found
}

function otherLiteral(tree: ReprTree, part: PartIndex): string {
  const text = textAt(tree, part)
  switch (kindAt(tree, part)) {
    case 'string':
      return text.length > 2 ? "''" : "'x'"
    case 'bool':
      return text === 'True' ? 'False' : 'True'
    case 'number':
      return /^\d{1,15}$/.test(text) ? String(Number(text) + 1) : text === '0' ? '1' : '0'
    default:
      return '0'
  }
}

/** The text of a value that differs in one part. */
function otherText(text: string, prng: Prng): string {
  const tree = parseRepr(text)
  const parts = replaceable(tree)
  if (parts.length === 0) return text === 'None' ? '0' : 'None'
  const part = must(parts[prng.nextBelow(parts.length)], 'part')
  const [start, end] = [tree.start[part] as number, tree.end[part] as number]
  return text.slice(0, start) + otherLiteral(tree, part) + text.slice(end)
}
