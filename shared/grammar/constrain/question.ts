import { err, ok, type Result } from '../../base/result.ts'
import { sourceLines } from '../../trace/source.ts'
import { escapeRaw } from '../escape.ts'
import type { Codec, Transcript } from '../types.ts'
import { utf8Of } from './json-place.ts'
import { Latest } from './latest.ts'
import { legalOutcomes, withinCode } from './legal.ts'
import { type Plan, plansOf, sourceEnd } from './plans.ts'
import { type Scanner, scannerOf } from './scan-tokens.ts'
import { Sources } from './sources.ts'
import type { Vocabulary } from './types.ts'

/** What the answers to one prompt are made of. */
export interface Question {
  readonly scanner: Scanner
  /** By their first tokens. */
  readonly plans: ReadonlyMap<number, Plan>
  readonly sources: Sources
}

/** Every token needed for objects, escapes and new names: the printable part of ASCII, one by one. */
function missingSingles({ tokens }: Scanner): string[] {
  const missing: string[] = []
  for (let byte = 0x20; byte < 0x7f; byte++) {
    if (tokens.singles[byte] === 0) missing.push(String.fromCharCode(byte))
  }
  return missing
}

interface Code {
  readonly lines: ReadonlySet<string>
  readonly sources: Latest<Sources>
}

/** Programs of the latest prompts, with the sources that states in them may have. */
const codes = new WeakMap<Scanner, Latest<Code>>()
const MOST_CODES = 4
const MOST_SOURCES = 8

function codeOf(scanner: Scanner, codec: string, code: string): Code {
  const latest = codes.get(scanner) ?? new Latest<Code>(MOST_CODES)
  codes.set(scanner, latest)
  return latest.get([codec, code], () => ({
    lines: new Set(sourceLines(code)),
    sources: new Latest(MOST_SOURCES),
  }))
}

/** What may answer a prompt of nd@1 or cwm@1, told by the transcript before it; a sentence where nothing can. */
export function questionOf(
  codec: Codec,
  transcript: Transcript,
  vocabulary: Vocabulary,
): Result<Question, string> {
  const scanner = scannerOf(vocabulary)
  const missing = missingSingles(scanner)
  if (missing.length > 0) {
    return err(`The vocabulary has no token of its own for ${missing.slice(0, 5).join(' ')}.`)
  }
  const code = codeOf(scanner, codec.id, transcript.code)
  const outcomes = withinCode(legalOutcomes(transcript), (src) => code.lines.has(src))
  const { src } = outcomes
  const sources = code.sources.get([src], () => {
    const texts = src === null ? [...code.lines] : [src]
    const end = sourceEnd(codec.id)
    return new Sources(
      scanner,
      texts.map((text) => utf8Of(escapeRaw(text) + end)),
    )
  })
  const canTell = sources.canEnd(0)
  const plans = plansOf(
    codec.id,
    canTell ? outcomes : { ...outcomes, events: [] },
    vocabulary.special,
  )
  if (!plans.ok) return plans
  if (plans.value.size === 0) return err('The vocabulary cannot spell any line of the code.')
  return ok({ scanner, plans: plans.value, sources })
}

/** Tokens that are enough for the parts of a plan from one on. */
export function leastFrom({ sources }: Question, plan: Plan, from: number): number {
  return sizeFrom(plan, from, () => sources.toEnd(0))
}

/** The same, or more, and known at once. */
export function mostFrom({ sources }: Question, plan: Plan, from: number): number {
  return sizeFrom(plan, from, () => sources.most)
}

/** Tokens of an object without variables and of an empty value. */
const EMPTY = 2

function sizeFrom(plan: Plan, from: number, ofSource: () => number): number {
  return plan.slice(from).reduce((sum, { kind }) => {
    if (kind === 'token') return sum + 1
    return sum + (kind === 'source' ? ofSource() : EMPTY)
  }, 0)
}
