/** What a part of a value's text is. `call` is `Name(…)`, `angle` is `<…>`, `self` stands for an object inside itself. */
export const REPR_KINDS = [
  'none',
  'bool',
  'number',
  'string',
  'bytes',
  'list',
  'tuple',
  'set',
  'dict',
  'call',
  'angle',
  'self',
  'word',
] as const
export type ReprKind = (typeof REPR_KINDS)[number]

/** Index of a part in its tree; the whole value is 0. */
export type PartIndex = number

/**
 * The parts of a value's text in order, a column for each field: values of a million parts are common, objects for
 * each of them would not be.
 */
export interface ReprTree {
  readonly text: string
  readonly count: number
  /** Index in REPR_KINDS. */
  readonly kind: Uint8Array
  /** Range of the part in the text. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** -1 for the whole. */
  readonly parent: Int32Array
  /** Last part inside this one; its own index where it holds none. */
  readonly last: Int32Array
  /** How many parts it holds directly, those of them that were kept. */
  readonly items: Int32Array
  /** Its key, or the name of its field, in the text; start -1 where it has none. */
  readonly labelStart: Int32Array
  readonly labelEnd: Int32Array
  /** 1: the text ends inside it. */
  readonly cut: Uint8Array
}

export function kindAt(tree: ReprTree, part: PartIndex): ReprKind {
  return REPR_KINDS[tree.kind[part] as number] as ReprKind
}

export function textAt(tree: ReprTree, part: PartIndex): string {
  return tree.text.slice(tree.start[part], tree.end[part])
}

/** Its key or the name of its field as written, or null. */
export function labelAt(tree: ReprTree, part: PartIndex): string | null {
  const start = tree.labelStart[part] as number
  return start < 0 ? null : tree.text.slice(start, tree.labelEnd[part])
}

export function holdsParts(tree: ReprTree, part: PartIndex): boolean {
  return (tree.last[part] as number) > part
}

/** The parts held directly, in order. */
export function childrenOf(tree: ReprTree, part: PartIndex): Int32Array {
  const children = new Int32Array(tree.items[part] as number)
  let child = part + 1
  for (let at = 0; at < children.length; at++) {
    children[at] = child
    child = (tree.last[child] as number) + 1
  }
  return children
}

const CALL_NAME = /^[^(\s]+/
const ANGLE_NAME =
  /^<(class|function|module|bound method|generator object|coroutine object)?\s*'?([^\s:>']+)/

/** `Name` of `Name(…)`; empty for any other part. */
export function calledName(tree: ReprTree, part: PartIndex): string {
  if (kindAt(tree, part) !== 'call') return ''
  const start = tree.start[part] as number
  return CALL_NAME.exec(tree.text.slice(start, start + 200))?.[0] ?? ''
}

function numberType(text: string): string {
  if (/^[-+]?\d+$/.test(text)) return 'int'
  return /j\)?$/.test(text) ? 'complex' : 'float'
}

/** Name of the type, as far as the text tells it. */
export function typeAt(tree: ReprTree, part: PartIndex): string {
  const kind = kindAt(tree, part)
  switch (kind) {
    case 'none':
      return 'NoneType'
    case 'string':
      return 'str'
    case 'number':
      return numberType(tree.text.slice(tree.start[part], tree.end[part]))
    case 'call':
      return calledName(tree, part)
    case 'angle': {
      const start = tree.start[part] as number
      const [, word, name] = ANGLE_NAME.exec(tree.text.slice(start, start + 200)) ?? []
      if (word === 'class') return 'type'
      return word ?? name ?? 'object'
    }
    case 'self':
      return 'itself'
    case 'word':
      return ''
    case 'bool':
    case 'bytes':
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
      return kind
  }
}

/** Digits of a whole number from which on they are counted. */
const MANY_DIGITS = 16

/** How large a part is, in the words of its type; null where that says nothing. A cut part is at least so large. */
export function sizeAt(tree: ReprTree, part: PartIndex): { count: number; unit: string } | null {
  const kind = kindAt(tree, part)
  const text = (): string => textAt(tree, part)
  switch (kind) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
      return { count: tree.items[part] as number, unit: 'item' }
    case 'call': {
      const inner = insideOf(tree, part)
      return inner === part ? null : sizeAt(tree, inner)
    }
    case 'string':
      return { count: literalLength(text(), tree.cut[part] === 1), unit: 'character' }
    case 'bytes':
      return { count: literalLength(text(), tree.cut[part] === 1), unit: 'byte' }
    case 'number': {
      if ((tree.end[part] as number) - (tree.start[part] as number) < MANY_DIGITS) return null
      const digits = text().replace(/^[-+]/, '')
      return /^\d+$/.test(digits) ? { count: digits.length, unit: 'digit' } : null
    }
    default:
      return null
  }
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|[\s\S])/g

/** Characters of a quoted literal: an escape is one, a pair of surrogates is one. */
function literalLength(literal: string, isCut: boolean): number {
  const open = literal.search(/['"]/) + 1
  const body = literal.slice(open, isCut ? undefined : -1).replace(ESCAPE, '_')
  let count = body.length
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code >= 0xd800 && code < 0xdc00) count -= 1
  }
  return count
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' }

/** What a quoted literal stands for. */
export function literalText(literal: string): string {
  const body = literal.slice(literal.search(/['"]/) + 1, -1)
  return body.replace(ESCAPE, (escaped) => {
    const kind = escaped[1] ?? ''
    if (/[xuU]/.test(kind)) {
      const code = Number.parseInt(escaped.slice(2), 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : escaped
    }
    if (/[0-7]/.test(kind)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 8))
    return ESCAPED[kind] ?? kind
  })
}

/** Classes of the library that print the container they are as their last argument, and are looked into by key. */
const WRAPPERS =
  /^(?:set|frozenset|deque|OrderedDict|defaultdict|Counter|mappingproxy|array|bytearray)$/

/** The container that `frozenset({…})`, `defaultdict(…, {…})` and their like stand for; else the part itself. */
export function insideOf(tree: ReprTree, part: PartIndex): PartIndex {
  if (!WRAPPERS.test(calledName(tree, part))) return part
  let inner = part
  for (const child of childrenOf(tree, part)) {
    const positional = (tree.labelStart[child] as number) < 0
    if (positional && /^(?:list|tuple|set|dict|string|bytes)$/.test(kindAt(tree, child)))
      inner = child
  }
  return inner
}

/**
 * The Python expression that leads from a variable to a part: `d['a'][3].x`. Null where there is none, as for an
 * item of a set or an argument without a name.
 */
export function pathTo(tree: ReprTree, part: PartIndex, variable: string): string | null {
  const steps: string[] = []
  for (let at = part; at !== 0; at = tree.parent[at] as number) {
    const parent = tree.parent[at] as number
    const label = labelAt(tree, at)
    const kind = kindAt(tree, parent)
    if (kind === 'dict') steps.push(`[${label ?? '?'}]`)
    else if (kind === 'call' || kind === 'angle') {
      if (label !== null) steps.push(`.${label}`)
      else if (insideOf(tree, parent) !== at) return null
    } else if (kind === 'set') return null
    else steps.push(`[${indexIn(tree, parent, at)}]`)
  }
  return variable + steps.reverse().join('')
}

function indexIn(tree: ReprTree, parent: PartIndex, part: PartIndex): number {
  // Parts of a flat list follow one another directly.
  if ((tree.last[parent] as number) - parent === tree.items[parent]) return part - parent - 1
  let index = 0
  for (let at = parent + 1; at < part; at = (tree.last[at] as number) + 1) index++
  return index
}
