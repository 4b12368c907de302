import type { TrajectoryExit } from '../../trajectory/types.ts'
import {
  ALL,
  END,
  EVENT_TOKENS,
  type EventWord,
  EXIT_TOKENS,
  FAR_LINE,
  IS,
  NAME,
  REST,
  UNDEFINED,
} from '../slots/vocabulary.ts'
import { passDigit, type SlotsLines } from './slots-lines.ts'
import {
  EMPTY_VALUE,
  isWhole,
  passValue,
  printedName,
  type ValuePlace,
  valueToEnd,
} from './slots-value.ts'

/** What the answers to one prompt are made of. */
export interface SlotsQuestion {
  readonly lines: SlotsLines
  /** Of each event that may come, whether its states show locals. */
  readonly events: ReadonlyMap<EventWord, boolean>
  readonly exits: readonly TrajectoryExit[]
  /** Names of the slots that the table has, by their tokens. */
  readonly slots: ReadonlyMap<number, string>
}

/** Where an answer stands. `names` are those told of the state. */
export type SlotsPlace =
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'line'; readonly isLocals: boolean }
  | {
      readonly kind: 'digits'
      readonly isLocals: boolean
      readonly node: number
      readonly place: number
    }
  /** Before the first variable, or behind what may only come there. */
  | { readonly kind: 'locals'; readonly isFirst: boolean; readonly names: ReadonlySet<string> }
  | Naming
  | Valuing
interface Naming {
  readonly kind: 'name'
  readonly names: ReadonlySet<string>
  readonly told: readonly number[]
  readonly value: ValuePlace
}
interface Valuing {
  readonly kind: 'value'
  /** Of the variables before and this one; null for the value of a return or exception. */
  readonly names: ReadonlySet<string> | null
  readonly value: ValuePlace
  readonly isBegun: boolean
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** What follows the line of a state. */
function behindLine(isLocals: boolean): SlotsPlace {
  if (isLocals) return { kind: 'locals', isFirst: true, names: NO_NAMES }
  return { kind: 'value', names: null, value: EMPTY_VALUE, isBegun: false }
}

function passStart({ lines, events, exits }: SlotsQuestion, id: number): SlotsPlace | null {
  const exit = EXIT_TOKENS.wordOf(id)
  if (exit !== undefined) return exits.includes(exit) ? { kind: 'end' } : null
  const word = EVENT_TOKENS.wordOf(id)
  const isLocals = events.get(word ?? 'line')
  if (isLocals === undefined) return null
  return word === undefined ? passLine(lines, isLocals, id) : { kind: 'line', isLocals }
}

function passLine(lines: SlotsLines, isLocals: boolean, id: number): SlotsPlace | null {
  if (!lines.first.has(id)) return null
  return id === FAR_LINE ? { kind: 'digits', isLocals, node: 0, place: 0 } : behindLine(isLocals)
}

function passDigits(
  question: SlotsQuestion,
  at: SlotsPlace & { kind: 'digits' },
  id: number,
): SlotsPlace | null {
  const { far } = question.lines
  const node = passDigit(question.lines, at.node, at.place, id)
  if (node !== -1) return { ...at, node, place: at.place + 1 }
  return far.isEnd[at.node] === 1 ? passToken(question, behindLine(at.isLocals), id) : null
}

/** A variable, or the end of the state. */
function passNext(
  { slots }: SlotsQuestion,
  names: ReadonlySet<string>,
  id: number,
): SlotsPlace | null {
  if (id === END) return { kind: 'end' }
  if (id === NAME) return { kind: 'name', names, told: [], value: EMPTY_VALUE }
  const name = slots.get(id)
  return name === undefined || names.has(name) ? null : named(names, name)
}

function named(names: ReadonlySet<string>, name: string): SlotsPlace {
  const more = new Set([...names, name])
  return { kind: 'value', names: more, value: EMPTY_VALUE, isBegun: false }
}

function passName({ names, told, value }: Naming, id: number): SlotsPlace | null {
  if (id !== IS) {
    const next = passValue(value, id)
    return next === null ? null : { kind: 'name', names, told: [...told, id], value: next }
  }
  const name = isWhole(value) ? printedName(told) : null
  return name === null || names.has(name) ? null : named(names, name)
}

function passWithinValue(
  question: SlotsQuestion,
  { names, value, isBegun }: Valuing,
  id: number,
): SlotsPlace | null {
  const next = passValue(value, id)
  if (next !== null) return { kind: 'value', names, value: next, isBegun: true }
  if (names !== null && !isBegun && id === UNDEFINED)
    return { kind: 'locals', isFirst: false, names }
  if (!isWhole(value)) return null
  if (names === null) return id === END ? { kind: 'end' } : null
  return passNext(question, names, id)
}

/** The place behind a token; null where it may not come. */
export function passToken(
  question: SlotsQuestion,
  place: SlotsPlace,
  id: number,
): SlotsPlace | null {
  switch (place.kind) {
    case 'start':
      return passStart(question, id)
    case 'line':
      return passLine(question.lines, place.isLocals, id)
    case 'digits':
      return passDigits(question, place, id)
    case 'locals':
      if (place.isFirst && (id === REST || id === ALL)) return { ...place, isFirst: false }
      return passNext(question, place.names, id)
    case 'name':
      return passName(place, id)
    case 'value':
      return passWithinValue(question, place, id)
    case 'end':
      return null
  }
}

/** Tokens that are enough from a place to the end, whatever was told of a name that is begun there. */
export function mostToEnd(question: SlotsQuestion, place: SlotsPlace): number {
  const { lines, exits, events } = question
  switch (place.kind) {
    case 'start':
      if (exits.length > 0) return 1
      return (events.has('line') ? 0 : 1) + lines.least + 1
    case 'line':
      return lines.least + 1
    case 'digits':
      return (lines.toEnd[place.node] ?? 0) + 1
    case 'locals':
      return 1
    case 'name':
      // A name that was told needs another character to be one that was not.
      return valueToEnd(place.value) + 3
    case 'value':
      return valueToEnd(place.value) + 1
    case 'end':
      return 0
  }
}

/** Tokens that are enough from a place to the end. */
export function tokensToEnd(question: SlotsQuestion, place: SlotsPlace): number {
  if (place.kind !== 'name') return mostToEnd(question, place)
  const { names, told, value } = place
  const isNew = isWhole(value) && !names.has(printedName(told) ?? '')
  return isNew ? 2 : mostToEnd(question, place)
}
