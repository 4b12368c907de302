import { quoted, refuse } from '../refuse.ts'
import type { Range, WireFile } from './wire-file.ts'

/**
 * Fields of a message by number, sorted out once. A field that may occur once and occurs again is refused: readers
 * differ in what they make of it, and what was checked here must be what is run.
 */
export class Message {
  private readonly file: WireFile
  private readonly what: string
  private readonly numbers = new Map<number, bigint[]>()
  private readonly parts = new Map<number, Range[]>()
  private readonly fixed = new Map<number, number>()

  /** Of a message with more than so many fields, nothing is kept: it is refused. */
  constructor(file: WireFile, range: Range, what: string, mostFields = 100_000) {
    this.file = file
    this.what = what
    let count = 0
    for (const field of file.fields(range)) {
      count += 1
      if (count > mostFields) refuse(`${file.name} has ${what} of more than ${mostFields} fields.`)
      if (field.kind === 'number') push(this.numbers, field.no, field.value)
      else if (field.kind === 'bytes') push(this.parts, field.no, field.range)
      else this.fixed.set(field.no, (this.fixed.get(field.no) ?? 0) + 1)
    }
  }

  has(no: number): boolean {
    return this.numbers.has(no) || this.parts.has(no) || this.fixed.has(no)
  }

  ranges(no: number): readonly Range[] {
    if (this.numbers.has(no) || this.fixed.has(no)) this.wrongType(no)
    return this.parts.get(no) ?? []
  }

  range(no: number): Range | null {
    const ranges = this.ranges(no)
    if (ranges.length > 1) this.twice(no)
    return ranges[0] ?? null
  }

  number(no: number): bigint | null {
    const numbers = this.numbers.get(no) ?? []
    if (this.parts.has(no) || this.fixed.has(no)) this.wrongType(no)
    if (numbers.length > 1) this.twice(no)
    return numbers[0] ?? null
  }

  text(no: number): string | null {
    const range = this.range(no)
    return range === null ? null : this.file.text(range, `a name in ${this.what}`)
  }

  texts(no: number): string[] {
    return this.ranges(no).map((range) => this.file.text(range, `a name in ${this.what}`))
  }

  /** A list of whole numbers, packed or not; null where there are more than so many. */
  list(no: number, most: number): readonly bigint[] | null {
    const single = this.numbers.get(no) ?? []
    const packed = this.parts.get(no) ?? []
    if (this.fixed.has(no) || (single.length > 0 && packed.length > 0)) this.wrongType(no)
    if (packed.length > 1) this.twice(no)
    const [range] = packed
    if (range === undefined) return single.length > most ? null : single
    return this.file.packed(range, most)
  }

  /** Bytes of a list of numbers, and how many numbers stand outside of them. */
  listSize(no: number): { readonly bytes: number; readonly single: number } {
    const bytes = (this.parts.get(no) ?? []).reduce((sum, { start, end }) => sum + end - start, 0)
    const single = (this.numbers.get(no)?.length ?? 0) + (this.fixed.get(no) ?? 0)
    return { bytes, single }
  }

  private twice(no: number): never {
    return refuse(`${this.file.name} has field ${no} of ${this.what} twice.`)
  }

  private wrongType(no: number): never {
    return refuse(`${this.file.name} has field ${no} of ${this.what} in a form that is not ONNX’s.`)
  }
}

function push<T>(map: Map<number, T[]>, no: number, value: T): void {
  const list = map.get(no)
  if (list === undefined) map.set(no, [value])
  else list.push(value)
}

/** `the node "/layers/0/MatMul"`, or its place among the others where it has no name. */
export function named(kind: string, name: string | null, index: number): string {
  return name === null || name === '' ? `${kind} ${index + 1}` : `${kind} ${quoted(name)}`
}
