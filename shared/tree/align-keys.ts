import { type InParts, PART } from '../base/parts.ts'
import { EVENT_KINDS } from '../trace/event.ts'
import { type SourceFile, sourceLines } from '../trace/source.ts'
import { matchFiles, matchLines } from './align-lines.ts'
import type { StateNode } from './node.ts'

/** A whole trace, as far as its steps are compared with those of another. */
export interface AlignedTrace {
  readonly nodes: readonly StateNode[]
  /** Its files with their texts, in the order that nodes number them. */
  readonly files: readonly SourceFile[]
}

/** What the states of a trace are matched by, by seq; numbers are the same on both sides where things are. */
export interface Keys {
  readonly kinds: Uint8Array
  readonly lines: Int32Array
  /** Kind and line in one. */
  readonly events: Int32Array
  readonly functions: Int32Array
  /** Hashes of a state with all that is nested in it. */
  readonly shapes: Int32Array
}

export interface KeysOfBoth {
  readonly a: Keys
  readonly b: Keys
}

/** Numbers for the lines of a trace's files: `lines[file][line]`. */
type LineNumbers = readonly Int32Array[]

/** Lines of both traces are numbered on from one another, and those of `b` that answer to one of `a` like it. */
function* numberLines(
  a: AlignedTrace,
  b: AlignedTrace,
  same: ReadonlyMap<number, number>,
): InParts<readonly [LineNumbers, LineNumbers]> {
  let next = 0
  // A trace may name lines that its text lacks: they are counted as they come, one past the end.
  const count = (source: string): number => sourceLines(source).length + 2
  const fresh = (source: string): Int32Array => {
    const numbers = Int32Array.from({ length: count(source) }, (_, line) => next + line)
    next += numbers.length
    return numbers
  }
  const ofA = a.files.map(({ source }) => fresh(source))
  const ofB = b.files.map(({ source }) => fresh(source))
  for (const [fileA, fileB] of same) {
    const answers = matchLines(a.files[fileA]?.source ?? '', b.files[fileB]?.source ?? '')
    const [numbersA, numbersB] = [ofA[fileA], ofB[fileB]]
    if (numbersA === undefined || numbersB === undefined) continue
    answers.forEach((other, line) => {
      if (other > 0) numbersB[other] = numbersA[line] as number
    })
    // Events on no line of the text, as those of a module's own frame.
    numbersB[0] = numbersA[0] as number
    numbersB[numbersB.length - 1] = numbersA[numbersA.length - 1] as number
    yield
  }
  return [ofA, ofB]
}

const KINDS: ReadonlyMap<string, number> = new Map(EVENT_KINDS.map((kind, at) => [kind, at]))

function mix(hash: number, more: number): number {
  let mixed = Math.imul(hash ^ more, 0x9e3779b1)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x85ebca77) | 0
}

/** Functions go by the number of their file, the same in both traces, and their name. */
function createFunctionNumbers() {
  const numbers = new Map<number, Map<string, number>>()
  let next = 0
  return (file: number, name: string): number => {
    const named = numbers.get(file) ?? new Map<string, number>()
    if (named.size === 0) numbers.set(file, named)
    const known = named.get(name)
    if (known !== undefined) return known
    named.set(name, next)
    return next++
  }
}

interface Numbering {
  readonly lines: LineNumbers
  readonly functionOf: (node: StateNode) => number
}

function* keysOf(nodes: readonly StateNode[], numbering: Numbering): InParts<Keys> {
  const { length } = nodes
  const kinds = new Uint8Array(length)
  const lines = new Int32Array(length)
  const events = new Int32Array(length)
  const functions = new Int32Array(length)
  const shapes = new Int32Array(length)
  // Children come after their host: from the end all of them are known before it.
  for (let seq = length - 1; seq >= 0; seq--) {
    const node = nodes[seq] as StateNode
    const numbers = numbering.lines[node.file ?? 0]
    const kind = KINDS.get(node.kind) ?? 0
    const line = numbers?.[Math.min(node.line, numbers.length - 1)] ?? -1
    kinds[seq] = kind
    lines[seq] = line
    const event = line * EVENT_KINDS.length + kind
    events[seq] = event
    const name = numbering.functionOf(node)
    functions[seq] = name
    const shape = mix(mix(shapes[seq] as number, event), name)
    shapes[seq] = shape
    const { parent } = node
    if (parent >= 0) shapes[parent] = mix(Math.imul(shapes[parent] as number, 31), shape)
    if (seq % PART === 0) yield
  }
  return { kinds, lines, events, functions, shapes }
}

/** The keys of two traces, comparable with each other. */
export function* keysOfBoth(a: AlignedTrace, b: AlignedTrace): InParts<KeysOfBoth> {
  const same = matchFiles(a.files, b.files)
  const [linesA, linesB] = yield* numberLines(a, b, same)
  const functionNumber = createFunctionNumbers()
  const sameInA = new Map([...same].map(([at, other]) => [other, at]))
  const fileOfB = (file: number): number => sameInA.get(file) ?? a.files.length + file
  return {
    a: yield* keysOf(a.nodes, {
      lines: linesA,
      functionOf: ({ file = 0, function: name }) => functionNumber(file, name),
    }),
    b: yield* keysOf(b.nodes, {
      lines: linesB,
      functionOf: ({ file = 0, function: name }) => functionNumber(fileOfB(file), name),
    }),
  }
}
