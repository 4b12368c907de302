import { err, ok, type Result } from '../base/result.ts'
import {
  childrenOf,
  insideOf,
  kindAt,
  labelAt,
  literalText,
  type PartIndex,
  type ReprTree,
  sizeAt,
} from './repr-tree.ts'

/** One step into a value: an attribute, or a key or index as written. */
export type PathStep =
  | { readonly kind: 'attribute'; readonly name: string }
  | { readonly kind: 'item'; readonly key: string }

/** A variable, or a part of it, or how many items that has: `d["a"][3]`, `len(x)`. */
export interface ValuePath {
  readonly variable: string
  readonly steps: readonly PathStep[]
  readonly isLength: boolean
}

const NAME = /^(?:[^\W\d]|[\u0080-\uffff])(?:\w|[\u0080-\uffff])*/
const ATTRIBUTE = /^\.((?:[^\W\d]|[\u0080-\uffff])(?:\w|[\u0080-\uffff])*)/
const ITEM = /^\[\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^[\]'"]+?|\([^()]*\))\s*\]/
const LENGTH = /^len\((.*)\)$/

/** Reads a path as it is typed; the error says what was expected and where. */
export function parsePath(typed: string): Result<ValuePath, string> {
  const text = typed.trim()
  const inner = LENGTH.exec(text)?.[1]
  let rest = (inner ?? text).trim()
  const variable = NAME.exec(rest)?.[0]
  if (variable === undefined) {
    return err(
      'Type the name of a variable, or a part of one: total, d["a"][3], point.x, len(items).',
    )
  }
  rest = rest.slice(variable.length)
  const steps: PathStep[] = []
  while (rest !== '') {
    const attribute = ATTRIBUTE.exec(rest)
    const item = attribute === null ? ITEM.exec(rest) : null
    if (attribute !== null) steps.push({ kind: 'attribute', name: attribute[1] as string })
    else if (item !== null && !(item[1] as string).includes(':')) {
      steps.push({ kind: 'item', key: item[1] as string })
    } else {
      return err(
        `After ${text.slice(0, text.length - rest.length)} only [key], [index] or .name can follow; nothing is computed here, values are looked up as they were recorded.`,
      )
    }
    rest = rest.slice((attribute ?? item)?.[0].length)
  }
  return ok({ variable, steps, isLength: inner !== undefined })
}

/** What a path leads to in a value; `unknown` says why it cannot be told. */
export type PathResult =
  | { readonly kind: 'part'; readonly part: PartIndex }
  | { readonly kind: 'length'; readonly count: number }
  | { readonly kind: 'unknown'; readonly reason: string }

export const CUT_REASON = 'Cannot be told: the value was cut when it was recorded.'

function unknown(reason: string): PathResult {
  return { kind: 'unknown', reason }
}

function isQuoted(text: string): boolean {
  return /^['"]/.test(text)
}

function itemOf(tree: ReprTree, at: PartIndex, key: string): PartIndex | string {
  const kind = kindAt(tree, at)
  const children = childrenOf(tree, at)
  const missing = (reason: string): string => (tree.cut[at] === 1 ? CUT_REASON : reason)
  if (kind === 'dict') {
    const wanted = isQuoted(key) ? literalText(key) : null
    for (const child of children) {
      const label = labelAt(tree, child) ?? ''
      if (label === key) return child
      if (wanted !== null && isQuoted(label) && literalText(label) === wanted) return child
    }
    return missing(`There is no key ${key} here.`)
  }
  if (kind !== 'list' && kind !== 'tuple') return `[${key}] leads nowhere in a value of this kind.`
  if (!/^-?\d+$/.test(key)) return `${key} is no index of a ${kind}.`
  const index = Number(key)
  if (index < 0 && tree.cut[at] === 1) return CUT_REASON
  return (
    children[index < 0 ? children.length + index : index] ??
    missing(`There is no item ${key}; there are ${children.length}.`)
  )
}

function attributeOf(tree: ReprTree, at: PartIndex, name: string): PartIndex | string {
  const kind = kindAt(tree, at)
  if (kind === 'call' || kind === 'angle') {
    for (const child of childrenOf(tree, at)) if (labelAt(tree, child) === name) return child
  }
  if (tree.cut[at] === 1) return CUT_REASON
  return `The recorded text of the value shows no attribute ${name}.`
}

/** Looks a path up in the parts of its variable's value. Nothing is computed: what was not recorded is not known. */
export function findPath(tree: ReprTree, { steps, isLength }: ValuePath): PathResult {
  let at: PartIndex = 0
  for (const step of steps) {
    const next =
      step.kind === 'attribute'
        ? attributeOf(tree, at, step.name)
        : itemOf(tree, insideOf(tree, at), step.key)
    if (typeof next === 'string') return unknown(next)
    at = next
  }
  if (!isLength) return { kind: 'part', part: at }
  const size = sizeAt(tree, at)
  if (size === null || size.unit === 'digit')
    return unknown('A value of this kind has no length here.')
  return tree.cut[insideOf(tree, at)] === 1
    ? unknown(CUT_REASON)
    : { kind: 'length', count: size.count }
}
