import { readSync } from 'node:fs'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { refuse } from '../refuse.ts'

/** A part of a file, from `start` up to `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A field of a message: a number, or a part of the file that holds bytes, a text, numbers or another message. */
export type Field =
  | { readonly no: number; readonly kind: 'number'; readonly value: bigint }
  | { readonly no: number; readonly kind: 'bytes'; readonly range: Range }
  | { readonly no: number; readonly kind: 'fixed' }

const WINDOW = 1_048_576
/** No tag, varint or length takes more. */
const LONGEST_HEADER = 32
/** Far more than graphs of the most nodes have; each costs time. */
const MOST_FIELDS = 10_000_000
const LONGEST_TEXT = 4096

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Messages of a protobuf file, field by field, through a window: what is passed over is not read. Refuses with the
 * place what is no protobuf, groups, and more fields than any real graph has.
 */
export class WireFile {
  readonly name: string
  readonly size: number
  private readonly descriptor: number
  private readonly window: Buffer
  private reader = new BinaryReader(new Uint8Array(0))
  private windowStart = 0
  private windowEnd = 0
  private fieldCount = 0

  constructor(name: string, descriptor: number, size: number) {
    this.name = name
    this.descriptor = descriptor
    this.size = size
    this.window = Buffer.allocUnsafe(Math.min(WINDOW, size))
  }

  /** Fields of a message; those of a field within it can be read meanwhile. */
  *fields({ start, end }: Range): Generator<Field> {
    let at = start
    while (at < end) {
      this.fieldCount += 1
      if (this.fieldCount > MOST_FIELDS) {
        refuse(`${this.name} has more than ${MOST_FIELDS} fields, which no real model has.`)
      }
      const field = this.fieldAt(at)
      at = field.next
      if (at > end) refuse(this.damaged(end, 'a field goes beyond what it is part of'))
      yield field.field
    }
  }

  text({ start, end }: Range, what: string): string {
    if (end - start > LONGEST_TEXT) {
      refuse(`${this.name} has ${what} of more than ${LONGEST_TEXT} bytes.`)
    }
    try {
      return utf8.decode(this.bytes({ start, end }))
    } catch {
      return refuse(this.damaged(start, `${what} is not UTF-8`))
    }
  }

  /** A copy of bytes, at most as many as the window has. */
  bytes({ start, end }: Range): Uint8Array {
    this.load(start, end - start)
    return Uint8Array.prototype.slice.call(
      this.window,
      start - this.windowStart,
      end - this.windowStart,
    )
  }

  /** Whole numbers one after the other, as of a packed field; null where there are more than so many. */
  packed(range: Range, most: number): bigint[] | null {
    if (range.end - range.start > most * 10) return null
    const reader = new BinaryReader(this.bytes(range))
    const numbers: bigint[] = []
    while (reader.pos < reader.len) {
      if (numbers.length === most) return null
      numbers.push(this.guard(range.start, () => BigInt(reader.int64())))
    }
    return numbers
  }

  private fieldAt(at: number): { readonly field: Field; readonly next: number } {
    this.load(at, Math.min(LONGEST_HEADER, this.size - at))
    const { reader } = this
    reader.pos = at - this.windowStart
    const [no, type] = this.guard(at, () => reader.tag())
    const here = (): number => this.windowStart + reader.pos
    switch (type) {
      case WireType.Varint: {
        const value = this.guard(at, () => BigInt(reader.int64()))
        return { field: { no, kind: 'number', value }, next: here() }
      }
      case WireType.LengthDelimited: {
        const length = this.guard(at, () => reader.uint32())
        const start = here()
        const range = { start, end: start + length }
        return { field: { no, kind: 'bytes', range }, next: range.end }
      }
      case WireType.Bit32:
        return { field: { no, kind: 'fixed' }, next: here() + 4 }
      case WireType.Bit64:
        return { field: { no, kind: 'fixed' }, next: here() + 8 }
      case WireType.StartGroup:
      case WireType.EndGroup:
        return refuse(this.damaged(at, 'it has a group'))
    }
  }

  private guard<T>(at: number, read: () => T): T {
    try {
      return read()
    } catch (error) {
      return refuse(this.damaged(at, error instanceof Error ? error.message : String(error)))
    }
  }

  /** Has the window hold `length` bytes from `at` on, of which the caller knows that they are in the file. */
  private load(at: number, length: number): void {
    if (at >= this.windowStart && at + length <= this.windowEnd) return
    if (at + length > this.size) refuse(this.damaged(this.size, 'it ends too early'))
    let read = 0
    while (read < this.window.length) {
      const more = readSync(
        this.descriptor,
        this.window,
        read,
        this.window.length - read,
        at + read,
      )
      if (more === 0) break
      read += more
    }
    if (read < length) refuse(this.damaged(at + read, 'it ends too early'))
    this.windowStart = at
    this.windowEnd = at + read
    this.reader = new BinaryReader(this.window.subarray(0, read))
  }

  private damaged(at: number, why: string): string {
    return `${this.name} is no ONNX model, or is damaged at byte ${at}: ${why.replace(/\.$/, '')}.`
  }
}
