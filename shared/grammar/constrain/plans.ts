import { err, ok, type Result } from '../../base/result.ts'
import {
  ACTION_SEP,
  ARG_SEP,
  END_OF_TEXT,
  eventToken,
  exitToken,
  FRAME_SEP,
  SRC_SEP,
  showsLocals,
  showsSourceFirst,
  TRACE_END,
} from '../tokens.ts'
import type { StateEvent } from '../types.ts'
import type { LegalOutcomes } from './legal.ts'

/** A piece of an answer: a special token, or what stands between two of them. */
export type Part =
  | { readonly kind: 'token'; readonly id: number }
  | { readonly kind: 'source' | 'object' | 'argument' }

/** What an answer is made of behind its first token. The last part is a stop token. */
export type Plan = readonly Part[]

/** Tokens by their names, and the fields between them. */
type Wording = readonly string[]

const SOURCE = 'source'
const fieldsOf = (event: StateEvent): string => (showsLocals(event) ? 'object' : 'argument')

/** How the two codecs of text word a state and an exit, from the first token to the stop token. */
const WORDINGS: Readonly<
  Record<
    string,
    {
      state: (event: StateEvent) => Wording
      exits: (exits: LegalOutcomes['exits']) => readonly Wording[]
    }
  >
> = {
  'nd@1': {
    state: (event) => {
      const source = [SRC_SEP, SOURCE]
      const fields = [ARG_SEP, fieldsOf(event)]
      const order = showsSourceFirst(event) ? [...source, ...fields] : [...fields, ...source]
      return [eventToken(event), ...order, ACTION_SEP]
    },
    exits: (exits) => exits.map((exit) => [exitToken(exit), TRACE_END]),
  },
  'cwm@1': {
    state: (event) =>
      showsLocals(event)
        ? [eventToken(event), 'object', ACTION_SEP, SOURCE, FRAME_SEP]
        : [eventToken(event), ACTION_SEP, SOURCE, ARG_SEP, 'argument', FRAME_SEP],
    exits: (exits) => (exits.length > 0 ? [[END_OF_TEXT]] : []),
  },
}

/** What ends a source text, as its codec writes it. */
export function sourceEnd(codec: string): string {
  return codec === 'cwm@1' ? '\n' : ''
}

/** The answers that may come, by their first tokens; a sentence where the vocabulary lacks a special token. */
export function plansOf(
  codec: string,
  { events, exits }: LegalOutcomes,
  special: ReadonlyMap<string, number>,
): Result<ReadonlyMap<number, Plan>, string> {
  const wording = WORDINGS[codec]
  if (wording === undefined) return err(`Answers in ${codec} cannot be constrained.`)
  const missing = new Set<string>()
  const partOf = (word: string): Part => {
    if (word === SOURCE || word === 'object' || word === 'argument') return { kind: word }
    const id = special.get(word)
    if (id === undefined) missing.add(word)
    return { kind: 'token', id: id ?? -1 }
  }
  const plans = new Map<number, Plan>()
  for (const words of [...events.map(wording.state), ...wording.exits(exits)]) {
    const [first, ...rest] = words.map(partOf)
    if (first?.kind === 'token') plans.set(first.id, rest)
  }
  if (missing.size === 0) return ok(plans)
  return err(
    `The vocabulary has no special token ${[...missing].join(', ')}, which ${codec} needs.`,
  )
}
