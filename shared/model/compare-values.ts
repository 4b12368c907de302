import { ADDED, CHANGED, diffParts, type Part, REMOVED, SAME } from '../trace/repr-diff.ts'
import { parseRepr } from '../trace/repr-parse.ts'
import {
  calledName,
  childrenOf,
  kindAt,
  labelAt,
  literalText,
  type PartIndex,
  pathTo,
  type ReprTree,
  textAt,
  typeAt,
} from '../trace/repr-tree.ts'
import type { Difference, EqualityReason } from './types.ts'

/** Differences of one value that are kept. */
const MOST_DIFFERENCES = 100
/** Values nested deeper are compared as text from there on. */
const MOST_DEPTH = 200

export interface ValueComparison {
  /** What was set aside to find the values equal, or equal but for the differences. */
  readonly reasons: ReadonlySet<EqualityReason>
  /** None where the values are equal. */
  readonly differences: readonly Difference[]
}

function withoutAddresses(text: string): string {
  return text.replace(/\b0x[0-9a-fA-F]+\b/g, '0x')
}

/** A text that is the same for parts that are equal once forms of print are set aside. */
function canonical(tree: ReprTree, part: PartIndex, depth = 0): string {
  const text = textAt(tree, part)
  if (depth > MOST_DEPTH) return text
  const items = (): string[] =>
    [...childrenOf(tree, part)].map(
      (child) => `${labelAt(tree, child) ?? ''}:${canonical(tree, child, depth + 1)}`,
    )
  switch (kindAt(tree, part)) {
    case 'number':
      return typeAt(tree, part) === 'float' ? `float ${Number(text)}` : text
    case 'string':
      return `str ${literalText(text)}`
    case 'angle':
      return withoutAddresses(text)
    case 'set':
      return `set ${JSON.stringify(items().sort())}`
    case 'list':
    case 'tuple':
    case 'dict':
      return `${kindAt(tree, part)} ${JSON.stringify(items())}`
    case 'call':
      return `${calledName(tree, part)} ${JSON.stringify(items())}`
    default:
      return text
  }
}

/** A value's text, equal for values that differ in nothing but what is set aside: addresses, order of sets, print forms. */
export function canonicalValue(text: string): string {
  return canonical(parseRepr(text), 0)
}

class Comparer {
  readonly reasons = new Set<EqualityReason>()
  readonly differences: Difference[] = []
  private readonly variable: string

  constructor(variable: string) {
    this.variable = variable
  }

  private add(kind: Difference['kind'], real: Part | null, predicted: Part | null): void {
    if (this.differences.length >= MOST_DIFFERENCES) return
    const textOf = (of: Part | null): string | null => of && textAt(of.tree, of.part)
    const at = real ?? predicted
    const path = at === null ? this.variable : this.pathOf(at)
    this.differences.push({ path, kind, real: textOf(real), predicted: textOf(predicted) })
  }

  /** The expression for a part, or for the nearest part around it that has one. */
  private pathOf({ tree, part }: Part): string {
    for (let at = part; at > 0; at = tree.parent[at] as number) {
      const path = pathTo(tree, at, this.variable)
      if (path !== null) return path
    }
    return this.variable
  }

  compare(real: Part, predicted: Part, depth = 0): void {
    const [a, b] = [textAt(real.tree, real.part), textAt(predicted.tree, predicted.part)]
    if (a === b) return
    const kind = kindAt(real.tree, real.part)
    if (kind !== kindAt(predicted.tree, predicted.part) || depth > MOST_DEPTH) {
      this.add('changed', real, predicted)
      return
    }
    switch (kind) {
      case 'number':
        if (this.isSameFloat(real, predicted)) this.reasons.add('float_form')
        else this.add('changed', real, predicted)
        return
      case 'string':
        if (literalText(a) === literalText(b)) this.reasons.add('quotes')
        else this.add('changed', real, predicted)
        return
      case 'angle':
        if (withoutAddresses(a) === withoutAddresses(b)) this.reasons.add('address')
        else this.add('changed', real, predicted)
        return
      case 'set':
        this.compareSets(real, predicted)
        return
      default:
        this.compareItems(real, predicted, depth)
    }
  }

  private isSameFloat(real: Part, predicted: Part): boolean {
    if (typeAt(real.tree, real.part) !== 'float') return false
    if (typeAt(predicted.tree, predicted.part) !== 'float') return false
    const numberOf = ({ tree, part }: Part): number => Number(textAt(tree, part))
    return numberOf(real) === numberOf(predicted)
  }

  /** Members that are equal once forms of print are set aside belong together, wherever they stand. */
  private compareSets(real: Part, predicted: Part): void {
    const left = new Map<string, PartIndex[]>()
    for (const part of childrenOf(real.tree, real.part)) {
      const text = canonical(real.tree, part)
      left.set(text, [...(left.get(text) ?? []), part])
    }
    const extra: PartIndex[] = []
    for (const part of childrenOf(predicted.tree, predicted.part)) {
      if (left.get(canonical(predicted.tree, part))?.shift() === undefined) extra.push(part)
    }
    const missing = [...left.values()].flat()
    for (const part of missing) this.add('missing', { tree: real.tree, part }, null)
    for (const part of extra) this.add('extra', null, { tree: predicted.tree, part })
    if (missing.length + extra.length === 0) this.reasons.add('set_order')
  }

  private compareItems(real: Part, predicted: Part, depth: number): void {
    const diff = diffParts(predicted, real)
    if (diff === null) {
      this.add('changed', real, predicted)
      return
    }
    let isTouched = false
    for (const [at, sign] of diff.signs.entries()) {
      const part = diff.entries[at] as number
      if (sign === ADDED) this.add('extra', null, { tree: predicted.tree, part })
      else if (sign === REMOVED) this.add('missing', { tree: real.tree, part }, null)
      else if (sign === CHANGED) {
        const was = { tree: real.tree, part: diff.was[at] as number }
        this.compare(was, { tree: predicted.tree, part }, depth + 1)
      }
      isTouched ||= sign !== SAME
    }
    if (isTouched) return
    if (isSameOrder(real, predicted)) this.alike(real, predicted)
    else this.add('changed', real, predicted)
  }

  /** Nothing inside differs: what does is the space between, or it is no container at all. */
  private alike(real: Part, predicted: Part): void {
    const isContainer = /^(?:list|tuple|dict|call)$/.test(kindAt(real.tree, real.part))
    if (isContainer) this.reasons.add('spacing')
    else this.add('changed', real, predicted)
  }
}

/** The order of a dict's keys shows when it is gone over, so it is part of the value. */
function isSameOrder(real: Part, predicted: Part): boolean {
  if (kindAt(real.tree, real.part) !== 'dict') return true
  const keys = ({ tree, part }: Part): string =>
    JSON.stringify([...childrenOf(tree, part)].map((child) => labelAt(tree, child)))
  return keys(real) === keys(predicted)
}

/**
 * Holds a predicted value of `variable` against the real one, by type and part by part: addresses, the order of a
 * set, the print form of floats and texts and the space between items are no differences, but reasons.
 */
export function compareValues(variable: string, real: string, predicted: string): ValueComparison {
  const comparer = new Comparer(variable)
  if (real !== predicted) {
    const root = (text: string): Part => ({ tree: parseRepr(text), part: 0 })
    comparer.compare(root(real), root(predicted))
  }
  return comparer
}
