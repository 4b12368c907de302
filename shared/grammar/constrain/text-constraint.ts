import { must } from '../../base/assert.ts'
import { childOf } from './byte-trie.ts'
import { allowInTime, type Candidates } from './choose.ts'
import {
  ARGUMENT,
  ARGUMENT_END,
  DEAD,
  IS_PART_OF_CHARACTER,
  OBJECT,
  OBJECT_END,
} from './json-automaton.ts'
import {
  bytesToEnd,
  type JsonPlace,
  jsonPlace,
  mostToEnd,
  passBytes,
  refusedTokens,
  utf8Of,
} from './json-place.ts'
import type { Part, Plan } from './plans.ts'
import { leastFrom, mostFrom, type Question } from './question.ts'
import type { TokenConstraint } from './types.ts'

/** Where an answer stands: before its first token, or within a part of its plan. */
type Place =
  | { readonly kind: 'start' }
  | { readonly kind: 'token'; readonly plan: Plan; readonly at: number; readonly id: number }
  | { readonly kind: 'source'; readonly plan: Plan; readonly at: number; readonly node: number }
  | { readonly kind: 'json'; readonly plan: Plan; readonly at: number; readonly json: JsonPlace }
  | { readonly kind: 'end' }

type Within = Exclude<Place, { readonly kind: 'start' | 'end' }>

function placeAt(plan: Plan, at: number): Place {
  const part: Part | undefined = plan[at]
  switch (part?.kind) {
    case undefined:
      return { kind: 'end' }
    case 'token':
      return { kind: 'token', plan, at, id: part.id }
    case 'source':
      return { kind: 'source', plan, at, node: 0 }
    case 'object':
      return { kind: 'json', plan, at, json: jsonPlace(OBJECT) }
    case 'argument':
      return { kind: 'json', plan, at, json: jsonPlace(ARGUMENT) }
  }
}

/** No object or value needs more bytes from anywhere to its end. */
const JSON_BOUND = 16

const SPECIAL = /(<\|[a-z_]+\|>)/

/** Answers in nd@1 and cwm@1, byte by byte. */
export class TextConstraint implements TokenConstraint {
  private readonly question: Question
  private place: Place
  private readonly mask: Uint8Array

  constructor(question: Question, place: Place = { kind: 'start' }) {
    this.question = question
    this.place = place
    this.mask = new Uint8Array(question.scanner.vocabulary.size)
  }

  fork(): TokenConstraint {
    return new TextConstraint(this.question, this.place)
  }

  allowed(left = Number.POSITIVE_INFINITY): Uint8Array {
    const { place, mask } = this
    if (place.kind === 'json') this.allowJson(place.json, place, left)
    else {
      mask.fill(0)
      if (place.kind === 'token') mask[place.id] = 1
      else if (place.kind !== 'end') allowInTime(this.candidates(place, left), left, mask)
    }
    return mask
  }

  /** The special token that ends the part at a place, if the part is whole. */
  private ending(place: Within): number | null {
    if (place.kind === 'token' || !this.isWhole(place)) return null
    const next = place.plan[place.at + 1]
    return next?.kind === 'token' ? next.id : null
  }

  private isWhole(place: Within): boolean {
    if (place.kind === 'source') return this.question.sources.trie.isEnd[place.node] === 1
    if (place.kind === 'json') return [OBJECT_END, ARGUMENT_END].includes(place.json.state)
    return true
  }

  private candidates(place: Place & { kind: 'start' | 'source' }, left: number): Candidates {
    const { question } = this
    const { sources, plans } = question
    if (place.kind === 'start') {
      const ids = [...plans.keys()]
      const most = Math.max(...[...plans.values()].map((plan) => mostFrom(question, plan, 0)))
      const isTight = left <= most
      return {
        ids,
        after: [...plans.values()].map((plan) => (isTight ? leastFrom(question, plan, 0) : 0)),
      }
    }
    const { plan, at, node } = place
    const { ids, nodes } = sources.from(node)
    const isTight = left <= sources.most + mostFrom(question, plan, at + 1)
    const behind = isTight ? leastFrom(question, plan, at + 1) : 0
    const after = nodes.map((to) => (isTight ? sources.toEnd(to) + behind : 0))
    const end = this.ending(place)
    return end === null
      ? { ids, after }
      : { ids: [...ids, end], after: [...after, isTight ? behind - 1 : 0] }
  }

  private allowJson(json: JsonPlace, place: Within, left: number): void {
    const { mask, question } = this
    const { scanner } = question
    const scan = scanner.scanAt(json.state)
    const refused = refusedTokens(scan, json, (id) => this.bytesOf(id))
    const behind = place.at + 1
    mask.set(scan.mask)
    for (const id of refused) mask[id] = 0
    const end = this.ending(place)
    if (end !== null) mask[end] = 1
    else if (left <= JSON_BOUND + mostFrom(question, place.plan, behind)) {
      this.hurry(json, scan.ends, left - leastFrom(question, place.plan, behind))
    }
  }

  /** Takes from the mask the tokens behind which an object or value cannot end in time. */
  private hurry(json: JsonPlace, ends: Uint8Array, left: number): void {
    const { mask } = this
    const bounds = mostToEnd(json)
    let soonest = Number.POSITIVE_INFINITY
    for (let id = 0; id < mask.length; id++) {
      if (mask[id] === 1) soonest = Math.min(soonest, bounds[ends[id] ?? DEAD] ?? 0)
    }
    if (soonest >= bytesToEnd(json)) {
      this.hurryToName(json, left)
      return
    }
    const most = Math.max(soonest, left - 1)
    for (let id = 0; id < mask.length; id++) {
      if ((bounds[ends[id] ?? DEAD] ?? 0) > most) mask[id] = 0
    }
  }

  /** The same where what is told is a name that was told before: what it becomes decides. */
  private hurryToName(json: JsonPlace, left: number): void {
    const { mask } = this
    const ids = [...mask.keys()].filter((id) => mask[id] === 1)
    const after = ids.map((id) => this.needAfter(json, id))
    mask.fill(0)
    allowInTime({ ids, after }, left, mask)
  }

  private needAfter(json: JsonPlace, id: number): number {
    const to = passBytes(json, this.bytesOf(id))
    return to === null ? Number.POSITIVE_INFINITY : bytesToEnd(to)
  }

  private bytesOf(id: number): Uint8Array {
    return must(this.question.scanner.vocabulary.bytes[id] ?? undefined, `text of token ${id}`)
  }

  accept(id: number): boolean {
    const next = this.after(id)
    if (next === null) return false
    this.place = next
    return true
  }

  begin(text: string): boolean {
    return text
      .split(SPECIAL)
      .filter((part) => part !== '')
      .every((part) => {
        const id = this.question.scanner.vocabulary.special.get(part)
        return id === undefined ? this.passAll(utf8Of(part)) : this.accept(id)
      })
  }

  private passAll(bytes: Uint8Array): boolean {
    const { place } = this
    const next =
      place.kind === 'source' || place.kind === 'json' ? this.passText(place, bytes) : null
    if (next === null) return false
    this.place = next
    return true
  }

  private after(id: number): Place | null {
    const { place, question } = this
    if (place.kind === 'end') return null
    if (place.kind === 'start') {
      const plan = question.plans.get(id)
      return plan === undefined ? null : placeAt(plan, 0)
    }
    if (place.kind === 'token') return id === place.id ? placeAt(place.plan, place.at + 1) : null
    if (id === this.ending(place)) return placeAt(place.plan, place.at + 2)
    return question.scanner.tokens.isText[id] === 1 ? this.passText(place, this.bytesOf(id)) : null
  }

  private passText(place: Exclude<Within, { kind: 'token' }>, bytes: Uint8Array): Place | null {
    const { sources, scanner } = this.question
    if (place.kind === 'json') {
      const json = passBytes(place.json, bytes)
      if (json === null) return null
      const isCut = IS_PART_OF_CHARACTER[json.state] === 1 && !scanner.endsCharacters
      return isCut ? null : { ...place, json }
    }
    let node = place.node
    for (const byte of bytes) {
      node = childOf(sources.trie, node, byte)
      if (node === -1) return null
    }
    return sources.canEnd(node) ? { ...place, node } : null
  }

  soonest(): number {
    const { place, question } = this
    const { plans, sources } = question
    switch (place.kind) {
      case 'start':
        return 1 + Math.min(...[...plans.values()].map((plan) => leastFrom(question, plan, 0)))
      case 'token':
        return leastFrom(question, place.plan, place.at)
      case 'source':
        return sources.toEnd(place.node) + leastFrom(question, place.plan, place.at + 1)
      case 'json':
        return bytesToEnd(place.json) + leastFrom(question, place.plan, place.at + 1)
      case 'end':
        return 0
    }
  }
}
