import { must } from '../../base/assert.ts'
import { err, ok, type Result } from '../../base/result.ts'
import { readHeader, textsOf } from '../slots/form.ts'
import { codeLines } from '../slots/lines.ts'
import {
  eventWord,
  FIRST_PLAIN,
  FIRST_TEXT,
  findToken,
  TEXT_OF,
  VOCABULARY,
} from '../slots/vocabulary.ts'
import { showsLocals } from '../tokens.ts'
import type { Transcript } from '../types.ts'
import { allowInTime } from './choose.ts'
import { legalOutcomes, withinCode } from './legal.ts'
import { passToken, type SlotsPlace, type SlotsQuestion, tokensToEnd } from './slots-course.ts'
import { slotsLines } from './slots-lines.ts'
import type { TokenConstraint, Vocabulary } from './types.ts'

/** Names of the slots that a prompt's table has, by their tokens. */
function slotsOf(prompt: string): ReadonlyMap<number, string> {
  const header = readHeader(prompt)
  if (!('table' in header)) return new Map()
  const texts = textsOf(header.table, TEXT_OF)
  const slots = texts.map((name, id) => [id, name] as const)
  return new Map(slots.slice(FIRST_TEXT, FIRST_PLAIN).filter(([, name]) => name !== ''))
}

/** What may answer a prompt of slots@1, told by the prompt and by its transcript. */
export function slotsQuestion(prompt: string, transcript: Transcript): SlotsQuestion {
  const { written, byText } = codeLines(transcript.code)
  const { events, exits, src } = withinCode(legalOutcomes(transcript), (line) => byText.has(line))
  const numbers = src === null ? written.map((_, index) => index + 1) : (byText.get(src) ?? [])
  return {
    lines: slotsLines(numbers),
    events: new Map(events.map((event) => [eventWord(event), showsLocals(event)])),
    exits,
    slots: slotsOf(prompt),
  }
}

/** Of each token, its id in the model's vocabulary; a sentence where that lacks one. */
function modelIds({ special }: Vocabulary): Result<Int32Array, string> {
  const missing = VOCABULARY.filter((name) => !special.has(name))
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(' ')
    return err(`The vocabulary lacks ${missing.length} of the tokens of slots@1: ${some}.`)
  }
  return ok(Int32Array.from(VOCABULARY, (name) => must(special.get(name), name)))
}

/** No token takes an answer further from its end than this. */
const MOST_BEHIND = 16

/** Answers in slots@1, token by token. */
export class SlotsConstraint implements TokenConstraint {
  private readonly question: SlotsQuestion
  private readonly ids: Int32Array
  private readonly mask: Uint8Array
  private place: SlotsPlace

  private constructor(
    question: SlotsQuestion,
    ids: Int32Array,
    size: number,
    place: SlotsPlace = { kind: 'start' },
  ) {
    this.question = question
    this.ids = ids
    this.mask = new Uint8Array(size)
    this.place = place
  }

  static create(
    prompt: string,
    transcript: Transcript,
    vocabulary: Vocabulary,
  ): Result<SlotsConstraint, string> {
    const ids = modelIds(vocabulary)
    if (!ids.ok) return ids
    const question = slotsQuestion(prompt, transcript)
    return ok(new SlotsConstraint(question, ids.value, vocabulary.size))
  }

  fork(): TokenConstraint {
    return new SlotsConstraint(this.question, this.ids, this.mask.length, this.place)
  }

  allowed(left = Number.POSITIVE_INFINITY): Uint8Array {
    const { question, place, ids, mask } = this
    const may: number[] = []
    const after: number[] = []
    const isTight = left <= MOST_BEHIND
    for (let token = 0; token < ids.length; token++) {
      const next = passToken(question, place, token)
      if (next === null) continue
      may.push(ids[token] ?? 0)
      after.push(isTight ? tokensToEnd(question, next) : 0)
    }
    mask.fill(0)
    allowInTime({ ids: may, after }, left, mask)
    return mask
  }

  accept(id: number): boolean {
    return this.pass(this.ids.indexOf(id))
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
