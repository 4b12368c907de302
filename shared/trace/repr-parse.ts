import type { Value } from './event.ts'
import { ReprColumns } from './repr-columns.ts'
import { ReprScanner } from './repr-scan.ts'
import type { PartIndex, ReprTree } from './repr-tree.ts'

/** A bracket whose inside is being read. */
interface Frame {
  readonly part: PartIndex
  readonly close: string
  /** `name=` may stand before an item. */
  readonly named: boolean
  /** The item that was read last, until its comma; -1 before an item. */
  item: PartIndex
  /** Range of the key or name of the item to come. */
  label: readonly [number, number] | null
  labels: number
  commas: number
}

/**
 * Reads the text of a value, a `repr` of Python or what the tracer writes in its stead, into its parts. Any text is
 * read, in linear time: what stands where no literal is known becomes a `word` as far as the next comma or bracket,
 * and a text that does not end where its brackets do is one `word` as a whole, unless it `isCut`: then what the text
 * ends in is marked as cut.
 */
export class ReprReader {
  private readonly text: string
  private readonly isCut: boolean
  private readonly columns = new ReprColumns()
  private readonly scanner: ReprScanner
  private readonly stack: Frame[] = []
  private at = 0
  private tree: ReprTree | null = null

  constructor(text: string, isCut: boolean) {
    this.text = text
    this.isCut = isCut
    this.scanner = new ReprScanner(text, isCut)
  }

  /** Reads on for about so many parts; the tree once all is read. */
  read(parts: number): ReprTree | null {
    for (let left = parts; left > 0 && this.tree === null; left--) this.step()
    return this.tree
  }

  private step(): void {
    const { text } = this
    this.at = this.scanner.skipSpace(this.at)
    const frame = this.stack.at(-1)
    if (this.at >= text.length) this.finish()
    else if (frame === undefined) {
      if (this.columns.count > 0) this.fail()
      else this.value(-1, null)
    } else if (frame.item < 0) this.beforeItem(frame)
    else this.afterItem(frame, frame.item)
  }

  private beforeItem(frame: Frame): void {
    const char = this.text[this.at] as string
    if (char === frame.close && frame.label === null) this.closeFrame(frame)
    else if (char === ',' || char === ')' || char === ']' || char === '}') this.fail()
    else {
      const { label } = frame
      frame.label = null
      if (label !== null) frame.labels++
      this.value(frame.part, label)
    }
  }

  private afterItem(frame: Frame, item: PartIndex): void {
    const { text, columns, at } = this
    const char = text[at] as string
    if (char === frame.close) this.closeFrame(frame)
    else if (char === ',') {
      this.at++
      frame.commas++
      frame.item = -1
    } else if (this.isLabel(frame, item, char)) {
      frame.label = [columns.startOf(item), columns.endOf(item)]
      columns.drop(item)
      frame.item = -1
      this.at++
    } else {
      // No literal after all: up to the next comma it is a word, without reading any of it again.
      this.at = this.scanner.wordEnd(at, this.isKey(frame) && !columns.hasLabel(item))
      columns.flatten(item, 'word', this.at)
      // A bracket closes here that was never opened.
      if (this.at === at) this.fail()
    }
  }

  /** Whether what is read may be a key. */
  private isKey(frame: Frame | undefined): boolean {
    return frame?.close === '}' && !frame.named
  }

  private isLabel(frame: Frame, item: PartIndex, char: string): boolean {
    if (this.columns.hasLabel(item)) return false
    if (char === ':') return this.isKey(frame)
    return char === '=' && frame.named && this.columns.kindOf(item) === 'word'
  }

  private value(parent: PartIndex, label: readonly [number, number] | null): void {
    const { at, columns, scanner, stack } = this
    const { kind, end, close } = scanner.begin(at, label === null && this.isKey(stack.at(-1)))
    const part = columns.open(kind, at, parent)
    if (label !== null) columns.label(part, label[0], label[1])
    this.at = end
    if (close === null) {
      columns.close(part, end)
      this.ended(part)
    } else {
      const named = kind === 'call' || kind === 'angle'
      stack.push({ part, close, named, item: -1, label: null, labels: 0, commas: 0 })
    }
  }

  private ended(part: PartIndex): void {
    const frame = this.stack.at(-1)
    if (frame !== undefined) frame.item = part
  }

  private closeFrame(frame: Frame): void {
    const { columns, text } = this
    this.at++
    if (columns.kindOf(frame.part) === 'angle' && text[this.at++] !== '>') {
      this.fail()
      return
    }
    this.settle(frame)
    columns.close(frame.part, this.at)
    this.closeAs(frame)
    this.stack.pop()
    this.ended(frame.part)
  }

  /** What braces hold is known only once they were looked into. */
  private settle({ part, labels }: Frame): void {
    const { columns } = this
    const isSet = columns.kindOf(part) === 'dict' && labels === 0 && columns.itemsOf(part) > 0
    if (isSet) columns.setKind(part, 'set')
  }

  /** `(1+2j)` is a number, `[...]` a list inside itself; one thing in parentheses without a comma is no tuple. */
  private closeAs({ part, commas, named }: Frame): void {
    const { columns } = this
    if (columns.itemsOf(part) !== 1 || commas > 0 || named) return
    const inside = columns.kindOf(part + 1)
    if (inside === 'self' && this.text[columns.startOf(part + 1)] === '.')
      columns.flatten(part, 'self', this.at)
    else if (columns.kindOf(part) === 'tuple') {
      columns.flatten(part, inside === 'number' ? 'number' : 'word', this.at)
    }
  }

  private finish(): void {
    const { columns, stack, scanner } = this
    const isWhole = stack.length === 0 && !scanner.unclosed
    if (columns.count === 0 || (!this.isCut && !isWhole)) this.fail()
    else {
      if (this.isCut) this.markCut()
      this.done()
    }
  }

  private markCut(): void {
    const { columns, text, stack, scanner } = this
    const openKey = stack.findIndex(
      ({ part }, at) => at > 0 && this.isBareKey(stack[at - 1] as Frame, part),
    )
    if (openKey > 0) {
      columns.drop((stack[openKey] as Frame).part)
      stack.length = openKey
    } else {
      const inner = stack.at(-1)
      if (inner !== undefined && this.isBareName(inner)) columns.drop(inner.item)
    }
    const last = columns.count - 1
    const reachesEnd = columns.endOf(last) === text.length
    if (reachesEnd && (scanner.unclosed || !this.isClosed(last))) columns.markCut(last)
    for (const frame of [...stack].reverse()) {
      this.settle(frame)
      columns.close(frame.part, text.length)
      columns.markCut(frame.part)
    }
    columns.markCut(0)
  }

  private isBareKey(frame: Frame, item: PartIndex): boolean {
    return this.isKey(frame) && frame.labels > 0 && !this.columns.hasLabel(item)
  }

  /** A key or name whose value the text no longer holds: it says nothing, and might be taken for a value. */
  private isBareName(frame: Frame): boolean {
    const { columns, text } = this
    const { item, named } = frame
    if (item < 0 || columns.hasLabel(item)) return false
    if (this.isBareKey(frame, item)) return true
    return named && columns.kindOf(item) === 'word' && columns.endOf(item) === text.length
  }

  /** Whether a part that the text ends with is whole: its bracket or quote is closed. */
  private isClosed(part: PartIndex): boolean {
    if (this.stack.some((frame) => frame.part === part)) return false
    return (
      !/^(?:number|word|none|bool|self)$/.test(this.columns.kindOf(part)) && !this.scanner.unclosed
    )
  }

  private done(): void {
    this.tree = this.columns.tree(this.text)
  }

  private fail(): void {
    const { columns, text } = this
    columns.count = 0
    columns.close(columns.open('word', 0, -1), text.length)
    if (this.isCut) columns.markCut(0)
    this.done()
  }
}

/** Whether the recording keeps only the beginning of a value's text. */
export function isCutValue(value: Value): boolean {
  return value.digest !== undefined || value.size > value.text.length
}

/** The parts of a text, read at once: for texts of up to a few hundred thousand characters. */
export function parseRepr(text: string, isCut = false): ReprTree {
  const reader = new ReprReader(text, isCut)
  for (;;) {
    const tree = reader.read(1_000_000)
    if (tree !== null) return tree
  }
}
