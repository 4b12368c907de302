import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'

/** A field of a protobuf message; bytes that can be read as a message are one. */
interface Field {
  no: number
  value: bigint | Uint8Array | Field[]
}

const MOST_LEVELS = 12

function parse(bytes: Uint8Array, levels = MOST_LEVELS): Field[] | null {
  if (levels === 0 || bytes.length === 0) return null
  const reader = new BinaryReader(bytes)
  const fields: Field[] = []
  try {
    while (reader.pos < reader.len) {
      const [no, type] = reader.tag()
      if (type === WireType.Varint) fields.push({ no, value: BigInt(reader.int64()) })
      else if (type === WireType.LengthDelimited) {
        const inner = reader.bytes()
        fields.push({ no, value: parse(inner, levels - 1) ?? inner })
      } else return null
    }
  } catch {
    return null
  }
  return fields
}

function write(fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter()
  for (const { no, value } of fields) {
    if (typeof value === 'bigint') writer.tag(no, WireType.Varint).int64(value.toString())
    else {
      const bytes = value instanceof Uint8Array ? value : write(value)
      writer.tag(no, WireType.LengthDelimited).bytes(bytes)
    }
  }
  return writer.finish()
}

/** Every field with the list that holds it. */
function all(fields: Field[]): { readonly field: Field; readonly list: Field[] }[] {
  return fields.flatMap((field) => [
    { field, list: fields },
    ...(Array.isArray(field.value) ? all(field.value) : []),
  ])
}

/** A share of a length. Not a double: most of those are next to nothing. */
export const share: fc.Arbitrary<number> = fc.noBias(fc.nat(9999)).map((x) => x / 10_000)

const ACTS = ['drop', 'double', 'swap', 'number', 'renumber', 'empty', 'long', 'copy'] as const

/** A change of one field; places are shares, so that they fit every message. */
export const messageChange = fc.record({
  kind: fc.constant('message' as const),
  at: share,
  from: share,
  act: fc.constantFrom(...ACTS),
  number: fc.constantFrom(0n, 1n, 2n, 5n, 7n, 8n, 25n, 64n, 512n, 1n << 31n, (1n << 63n) - 1n, -1n),
})
export type MessageChange = typeof messageChange extends fc.Arbitrary<infer T> ? T : never

/** A message after a change that leaves all lengths right, so that what it says is looked at. */
export function mutateMessage(bytes: Uint8Array, change: MessageChange): Uint8Array {
  const fields = parse(bytes)
  if (fields === null) return bytes
  const places = all(fields)
  const pick = (at: number) => places[Math.floor(at * places.length)]
  const [place, other] = [pick(change.at), pick(change.from)]
  if (place === undefined || other === undefined) return bytes
  const { field, list } = place
  const index = list.indexOf(field)
  switch (change.act) {
    case 'drop':
      list.splice(index, 1)
      break
    case 'double':
      list.splice(index, 0, { ...field })
      break
    case 'swap':
      list.splice(index, 1, ...list.splice((index + 1) % list.length, 1, field))
      break
    case 'number':
      field.value = change.number
      break
    case 'renumber':
      field.no = Math.max(1, Number(change.number & 31n))
      break
    case 'empty':
      field.value = new Uint8Array(0)
      break
    case 'long':
      field.value = Buffer.alloc(5000, 'x')
      break
    case 'copy':
      // As bytes: a part may go into itself.
      field.value = Array.isArray(other.field.value) ? write(other.field.value) : other.field.value
  }
  return write(fields)
}
