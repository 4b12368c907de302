import { type ByteTrie, byteTrie } from './byte-trie.ts'
import type { Scanner } from './scan-tokens.ts'
import { visitTokens } from './sorted-tokens.ts'

/** Tokens that go on from a node, and where each leads. */
interface Ways {
  readonly ids: readonly number[]
  readonly nodes: readonly number[]
}

/** The source texts a state may have, as the tokens of a vocabulary spell them. */
export class Sources {
  readonly trie: ByteTrie
  private readonly scanner: Scanner
  private readonly ways = new Map<number, Ways>()
  private readonly ends = new Map<number, number>()

  constructor(scanner: Scanner, texts: readonly Uint8Array[]) {
    this.scanner = scanner
    this.trie = byteTrie(texts)
  }

  /** Fewest tokens from a node to the end of a text; infinite where they cannot spell it. */
  toEnd(node: number): number {
    const known = this.ends.get(node)
    if (known !== undefined) return known
    const found = this.search(node)
    this.ends.set(node, found)
    return found
  }

  /** Looks at what one token more reaches, again and again, until a text ends. */
  private search(node: number): number {
    const seen = new Set([node])
    let reached = [node]
    for (let tokens = 0; reached.length > 0; tokens++) {
      if (reached.some((one) => this.trie.isEnd[one] === 1)) return tokens
      const next: number[] = []
      for (const one of reached) {
        visitTokens(this.scanner.tokens, this.trie, one, (_id, to) => {
          if (!seen.has(to)) next.push(to)
          seen.add(to)
        })
      }
      reached = next
    }
    return Number.POSITIVE_INFINITY
  }

  /** No text needs more tokens from anywhere. */
  get most(): number {
    return this.trie.depth
  }

  canEnd(node: number): boolean {
    return this.scanner.spellsAll || this.toEnd(node) < Number.POSITIVE_INFINITY
  }

  from(node: number): Ways {
    const known = this.ways.get(node)
    if (known !== undefined) return known
    const ids: number[] = []
    const nodes: number[] = []
    visitTokens(this.scanner.tokens, this.trie, node, (id, to) => {
      if (!this.canEnd(to)) return
      ids.push(id)
      nodes.push(to)
    })
    const ways = { ids, nodes }
    this.ways.set(node, ways)
    return ways
  }
}
