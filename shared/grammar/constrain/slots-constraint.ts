import { must } from '../../base/assert.ts'
import { err, ok, type Result } from '../../base/result.ts'
import { readHeader } from '../slots/form.ts'
import { type CodeLines, codeLines } from '../slots/lines.ts'
import {
  eventWord,
  FIRST_FUNCTION,
  FIRST_PLAIN,
  FIRST_VARIABLE,
  findToken,
  VOCABULARY,
} from '../slots/vocabulary.ts'
import { showsLocals } from '../tokens.ts'
import type { Transcript } from '../types.ts'
import { allowInTime } from './choose.ts'
import { Latest } from './latest.ts'
import { legalOutcomes, withinCode } from './legal.ts'
import {
  mostToEnd,
  passToken,
  type SlotsPlace,
  type SlotsQuestion,
  tokensToEnd,
} from './slots-course.ts'
import { type SlotsLines, slotsLines } from './slots-lines.ts'
import { valueMask } from './slots-value.ts'
import type { TokenConstraint, Vocabulary } from './types.ts'

/** Names of the slots that a prompt's table has, by their tokens. */
function slotsOf(prompt: string): ReadonlyMap<number, string> {
  const header = readHeader(prompt)
  if (!('table' in header)) return new Map()
  const { variables, functions } = header.table
  return new Map([
    ...variables.map((name, index) => [FIRST_VARIABLE + index, name] as const),
    ...functions.map((name, index) => [FIRST_FUNCTION + index, name] as const),
  ])
}

interface Code extends CodeLines {
  readonly pointers: Latest<SlotsLines>
}

/** Programs of the latest prompts, with the lines that states in them may point at. */
const codes = new Latest<Code>(4)
const MOST_POINTERS = 8

/** What may answer a prompt of slots@1, told by the prompt and by its transcript. */
function slotsQuestion(prompt: string, transcript: Transcript): SlotsQuestion {
  const { code } = transcript
  const { written, byText, pointers } = codes.get([code], () => ({
    ...codeLines(code),
    pointers: new Latest(MOST_POINTERS),
  }))
  const { events, exits, src } = withinCode(legalOutcomes(transcript), (line) => byText.has(line))
  const lines = pointers.get([src], () =>
    slotsLines(src === null ? written.map((_, index) => index + 1) : (byText.get(src) ?? [])),
  )
  return {
    lines,
    events: new Map(events.map((event) => [eventWord(event), showsLocals(event)])),
    exits,
    slots: slotsOf(prompt),
  }
}

/** Ids of the codec's tokens in a model's vocabulary, and back. */
interface ModelIds {
  readonly ids: Int32Array
  readonly tokens: ReadonlyMap<number, number>
}

const known = new WeakMap<Vocabulary, ModelIds>()

/** A sentence where the vocabulary lacks a token. */
function modelIds(vocabulary: Vocabulary): Result<ModelIds, string> {
  const { special } = vocabulary
  const found = known.get(vocabulary)
  if (found !== undefined) return ok(found)
  const missing = VOCABULARY.filter((name) => !special.has(name))
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(' ')
    return err(`The vocabulary lacks ${missing.length} of the tokens of slots@1: ${some}.`)
  }
  const ids = Int32Array.from(VOCABULARY, (name) => must(special.get(name), name))
  const made = { ids, tokens: new Map([...ids].map((id, token) => [id, token])) }
  known.set(vocabulary, made)
  return ok(made)
}

/** No token takes an answer further from its end than this. */
const MOST_BEHIND = 16

/** Answers in slots@1, token by token. */
export class SlotsConstraint implements TokenConstraint {
  private readonly question: SlotsQuestion
  private readonly model: ModelIds
  private readonly mask: Uint8Array
  private place: SlotsPlace

  private constructor(
    question: SlotsQuestion,
    model: ModelIds,
    size: number,
    place: SlotsPlace = { kind: 'start' },
  ) {
    this.question = question
    this.model = model
    this.mask = new Uint8Array(size)
    this.place = place
  }

  static create(
    prompt: string,
    transcript: Transcript,
    vocabulary: Vocabulary,
  ): Result<SlotsConstraint, string> {
    const model = modelIds(vocabulary)
    if (!model.ok) return model
    const question = slotsQuestion(prompt, transcript)
    return ok(new SlotsConstraint(question, model.value, vocabulary.size))
  }

  fork(): TokenConstraint {
    return new SlotsConstraint(this.question, this.model, this.mask.length, this.place)
  }

  allowed(left = Number.POSITIVE_INFINITY): Uint8Array {
    const { mask } = this
    mask.fill(0)
    if (left <= MOST_BEHIND) this.allowLast(left)
    else this.allowAll()
    return mask
  }

  /** Near the limit: where each token leads decides. */
  private allowLast(left: number): void {
    const { question, place, mask } = this
    const ids: number[] = []
    const places: SlotsPlace[] = []
    this.model.ids.forEach((id, token) => {
      const next = passToken(question, place, token)
      if (next === null) return
      ids.push(id)
      places.push(next)
    })
    const bounds = places.map((next) => mostToEnd(question, next))
    // Where a name that was told before is told so far, what it becomes decides.
    const isKnown = Math.min(...bounds) < tokensToEnd(question, place)
    const after = isKnown ? bounds : places.map((next) => tokensToEnd(question, next))
    allowInTime({ ids, after }, left, mask)
  }

  private allowAll(): void {
    const { question, place, mask } = this
    const { ids } = this.model
    const text = place.kind === 'name' || place.kind === 'value' ? valueMask(place.value) : null
    // The digits of a line may go over into a value.
    const first = text === null && place.kind === 'digits' ? ids.length : FIRST_PLAIN
    for (let token = 0; token < first; token++) {
      if (passToken(question, place, token) !== null) mask[ids[token] ?? 0] = 1
    }
    if (text === null) return
    for (let token = FIRST_PLAIN; token < ids.length; token++) {
      if (text[token] === 1) mask[ids[token] ?? 0] = 1
    }
  }

  accept(id: number): boolean {
    return this.pass(this.model.tokens.get(id) ?? -1)
  }

  private pass(token: number): boolean {
    const next = passToken(this.question, this.place, token)
    if (next === null) return false
    this.place = next
    return true
  }

  begin(text: string): boolean {
    const names = text.split(/[ \n]/).filter((name) => name !== '')
    return names.every((name) => this.pass(findToken(name) ?? -1))
  }

  soonest(): number {
    return tokensToEnd(this.question, this.place)
  }
}
