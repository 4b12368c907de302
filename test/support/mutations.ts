import fc from 'fast-check'
import { type MessageChange, messageChange, mutateMessage, share } from './mutate-message.ts'

/** A change of bytes; places are shares of the length, so that they fit every file. */
export type Mutation =
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'set'; readonly at: number; readonly value: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'drop'; readonly at: number; readonly length: number }
  | { readonly kind: 'double'; readonly at: number; readonly length: number }
  | { readonly kind: 'splice'; readonly at: number; readonly from: number; readonly length: number }
  | MessageChange

/** The middle of a model is its weights, in which nothing but their number counts; most changes are made beside them. */
const place = fc.oneof(
  { weight: 4, arbitrary: share.map((x) => x ** 3) },
  { weight: 4, arbitrary: share.map((x) => 1 - x ** 3) },
  { weight: 1, arbitrary: share },
)
const length = fc.integer({ min: 1, max: 300 })

const byteMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.nat(7) }),
  fc.record({
    kind: fc.constant('set' as const),
    at: place,
    value: fc.constantFrom(0, 0x7f, 0x80, 0xff),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
  fc.record({ kind: fc.constant('drop' as const), at: place, length }),
  fc.record({ kind: fc.constant('double' as const), at: place, length }),
  fc.record({ kind: fc.constant('splice' as const), at: place, from: place, length }),
)

/** Of any file: its bytes. */
export const byteMutations = fc.array(byteMutation, { minLength: 1, maxLength: 3 })

/** Of a model: more often what it says than its bytes, which mostly only break it. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(messageChange, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: byteMutations },
)

/** The bytes after a change; `other` is what is spliced in. */
export function mutate(bytes: Uint8Array, change: Mutation, other: Uint8Array): Uint8Array {
  if (change.kind === 'message') return mutateMessage(bytes, change)
  const at = Math.min(bytes.length - 1, Math.floor(change.at * bytes.length))
  const before = bytes.subarray(0, at)
  switch (change.kind) {
    case 'flip':
    case 'set': {
      const copy = Uint8Array.from(bytes)
      copy[at] = change.kind === 'set' ? change.value : (copy[at] ?? 0) ^ (1 << change.bit)
      return copy
    }
    case 'cut':
      return before
    case 'drop':
      return Buffer.concat([before, bytes.subarray(at + change.length)])
    case 'double':
      return Buffer.concat([bytes.subarray(0, at + change.length), bytes.subarray(at)])
    case 'splice': {
      const from = Math.floor(change.from * other.length)
      return Buffer.concat([before, other.subarray(from, from + change.length), bytes.subarray(at)])
    }
  }
}
