import {
  ACTION_SEP as ACTION,
  ARG_SEP as ARG,
  BEGIN_OF_TEXT as BEGIN,
  CONTEXT_START,
  END_OF_TEXT as END,
  eventToken,
  FRAME_SEP as FRAME,
} from '../../../shared/grammar/tokens.ts'
import { EVENT_KINDS, type EventKind } from '../../../shared/trace/event.ts'

const EVENTS: readonly (readonly [token: string, kind: EventKind])[] = EVENT_KINDS.map((kind) => [
  eventToken(kind),
  kind,
])

/** A frame of CWM's format: an event, the locals before it or its value, and the source line. */
export interface CwmFrame {
  readonly kind: EventKind
  /** As written: `..` stands for an unchanged value. Null for return and exception. */
  readonly locals: readonly (readonly [name: string, text: string])[] | null
  readonly src: string
  readonly arg: string | null
  /** Where in the text the frame begins. */
  readonly at: number
}

export interface CwmText {
  readonly context: string
  readonly frames: readonly CwmFrame[]
  /** It ends with the token that says that the entry was left. */
  readonly isEnded: boolean
}

/** Where a text stops being CWM's format, and why. */
export class CwmProblem extends Error {
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

/** Reads one document. Throws a CwmProblem. */
export function parseCwm(text: string): CwmText {
  const cursor = new Cursor(text)
  cursor.space()
  cursor.skip(BEGIN)
  cursor.space()
  if (!cursor.skip(CONTEXT_START)) cursor.fail(`it does not begin with ${CONTEXT_START}`)
  const context = cursor.until(FRAME, 'the code has no frame after it')
  const frames: CwmFrame[] = []
  for (;;) {
    cursor.space()
    if (cursor.isAtEnd()) return { context, frames, isEnded: false }
    if (cursor.skip(END)) {
      cursor.space()
      if (!cursor.isAtEnd()) cursor.fail(`something comes after ${END}`)
      return { context, frames, isEnded: true }
    }
    frames.push(readFrame(cursor))
  }
}

function readFrame(cursor: Cursor): CwmFrame {
  const { at } = cursor
  const event = EVENTS.find(([token]) => cursor.skip(token))
  if (event === undefined) return cursor.fail('a frame begins with none of the four event tokens')
  const [, kind] = event
  cursor.space()
  if (kind === 'call' || kind === 'line') {
    const locals = cursor.startsWith(ACTION) ? [] : readLocals(cursor)
    cursor.space()
    if (!cursor.skip(ACTION)) cursor.fail(`its locals are not followed by ${ACTION}`)
    const src = cursor.until(FRAME, 'it ends inside a frame')
    return { kind, locals, src, arg: null, at }
  }
  if (!cursor.skip(ACTION)) cursor.fail(`a ${kind} frame has something before ${ACTION}`)
  const src = cursor.until(ARG, `a ${kind} frame has no ${ARG}`)
  cursor.space()
  const arg = cursor.string('the value of the frame')
  cursor.space()
  if (!cursor.skip(FRAME)) cursor.fail('it ends inside a frame')
  return { kind, locals: null, src, arg, at }
}

/** A flat JSON object of strings; read by hand, so that the order of the names and every one of them is kept. */
function readLocals(cursor: Cursor): [string, string][] {
  const locals: [string, string][] = []
  const names = new Set<string>()
  if (!cursor.skip('{')) cursor.fail('its locals are not a JSON object')
  cursor.space()
  if (cursor.skip('}')) return locals
  for (;;) {
    cursor.space()
    const name = cursor.string('the name of a variable')
    if (names.has(name)) cursor.fail(`its locals name ${name.slice(0, 100)} twice`)
    names.add(name)
    cursor.space()
    if (!cursor.skip(':')) cursor.fail('its locals are not JSON')
    cursor.space()
    locals.push([name, cursor.string(`the value of ${name.slice(0, 100)}`)])
    cursor.space()
    if (cursor.skip('}')) return locals
    if (!cursor.skip(',')) cursor.fail('its locals are not JSON')
  }
}

class Cursor {
  at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  fail(reason: string, at = this.at): never {
    throw new CwmProblem(at, reason)
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  skip(token: string): boolean {
    if (!this.startsWith(token)) return false
    this.at += token.length
    return true
  }

  space(): void {
    while (' \n\r\t'.includes(this.text[this.at] ?? '.')) this.at++
  }

  /** Text up to a token that is followed by what may follow it: source lines may hold the token's own text. */
  until(token: string, otherwise: string): string {
    const from = this.at
    const first = this.text.indexOf(token, from)
    let end = first
    while (end !== -1 && !this.mayFollow(token, end + token.length)) {
      end = this.text.indexOf(token, end + 1)
    }
    if (first === -1) return this.fail(otherwise, from)
    if (end === -1) this.fail(`${token} is followed by nothing that may follow it`, first)
    this.at = end + token.length
    return this.text.slice(from, end)
  }

  private mayFollow(token: string, at: number): boolean {
    const rest = this.text.slice(at, at + 100).trimStart()
    if (token === ARG) return rest.startsWith('"')
    return rest === '' || rest.startsWith(END) || EVENTS.some(([event]) => rest.startsWith(event))
  }

  string(what: string): string {
    const from = this.at
    if (this.text[from] !== '"') this.fail(`${what} is not a JSON string`)
    let end = from + 1
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1
    let value: unknown
    try {
      value = JSON.parse(this.text.slice(from, end + 1))
    } catch {
      this.fail(`${what} is not a JSON string`)
    }
    const text = String(value)
    if (!text.isWellFormed()) this.fail(`${what} holds half of a surrogate pair`)
    this.at = end + 1
    return text
  }
}
