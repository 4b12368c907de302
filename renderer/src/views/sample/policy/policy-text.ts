/** A list or an object is written on one line up to this many characters. */
const LINE = 72

function write(value: unknown, indent: string): string {
  const short = JSON.stringify(value, null, 1)?.replace(/\n */g, ' ') ?? 'null'
  const isLeaf = typeof value !== 'object' || value === null
  if (isLeaf || short.length + indent.length <= LINE) return isLeaf ? JSON.stringify(value) : short
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((one) => inner + write(one, inner)).join(',\n')}\n${indent}]`
  }
  const entries = Object.entries(value).map(
    ([key, one]) => `${inner}${JSON.stringify(key)}: ${write(one, inner)}`,
  )
  return `{\n${entries.join(',\n')}\n${indent}}`
}

/** A document as people write it: what fits on a line stands on one. */
export function policyText(document: unknown): string {
  return write(document, '')
}
