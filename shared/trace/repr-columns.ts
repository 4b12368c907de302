import { type PartIndex, REPR_KINDS, type ReprKind, type ReprTree } from './repr-tree.ts'

const KIND_CODE = Object.fromEntries(REPR_KINDS.map((kind, code) => [kind, code])) as Readonly<
  Record<ReprKind, number>
>

function grown(column: Int32Array): Int32Array {
  const larger = new Int32Array(2 * column.length)
  larger.set(column)
  return larger
}

/** Columns of a ReprTree that grow while a text is read. */
export class ReprColumns {
  count = 0
  private kinds = new Uint8Array(64)
  private cuts = new Uint8Array(64)
  private starts = new Int32Array(64)
  private ends = new Int32Array(64)
  private parents = new Int32Array(64)
  private lasts = new Int32Array(64)
  private counts = new Int32Array(64)
  private labelStarts = new Int32Array(64)
  private labelEnds = new Int32Array(64)

  private grow(): void {
    const wider = (column: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
      const larger = new Uint8Array(2 * column.length)
      larger.set(column)
      return larger
    }
    this.kinds = wider(this.kinds)
    this.cuts = wider(this.cuts)
    this.starts = grown(this.starts) as typeof this.starts
    this.ends = grown(this.ends) as typeof this.ends
    this.parents = grown(this.parents) as typeof this.parents
    this.lasts = grown(this.lasts) as typeof this.lasts
    this.counts = grown(this.counts) as typeof this.counts
    this.labelStarts = grown(this.labelStarts) as typeof this.labelStarts
    this.labelEnds = grown(this.labelEnds) as typeof this.labelEnds
  }

  /** A part that begins at `start`; it ends there until it is told otherwise. */
  open(kind: ReprKind, start: number, parent: PartIndex): PartIndex {
    if (this.count === this.kinds.length) this.grow()
    const part = this.count++
    this.kinds[part] = KIND_CODE[kind]
    this.cuts[part] = 0
    this.starts[part] = start
    this.ends[part] = start
    this.parents[part] = parent
    this.lasts[part] = part
    this.counts[part] = 0
    this.labelStarts[part] = -1
    this.labelEnds[part] = -1
    if (parent >= 0) this.counts[parent] = (this.counts[parent] as number) + 1
    return part
  }

  /** Ends a part with all that came after it as its inside. */
  close(part: PartIndex, end: number): void {
    this.ends[part] = end
    this.lasts[part] = this.count - 1
  }

  /** Takes the part and all after it out again. */
  drop(part: PartIndex): void {
    const parent = this.parents[part] as number
    if (parent >= 0) this.counts[parent] = (this.counts[parent] as number) - 1
    this.count = part
  }

  /** Makes it a part without an inside. */
  flatten(part: PartIndex, kind: ReprKind, end: number): void {
    this.count = part + 1
    this.counts[part] = 0
    this.kinds[part] = KIND_CODE[kind]
    this.close(part, end)
  }

  label(part: PartIndex, start: number, end: number): void {
    this.labelStarts[part] = start
    this.labelEnds[part] = end
  }

  hasLabel(part: PartIndex): boolean {
    return (this.labelStarts[part] as number) >= 0
  }

  markCut(part: PartIndex): void {
    this.cuts[part] = 1
  }

  setKind(part: PartIndex, kind: ReprKind): void {
    this.kinds[part] = KIND_CODE[kind]
  }

  kindOf(part: PartIndex): ReprKind {
    return REPR_KINDS[this.kinds[part] as number] as ReprKind
  }

  startOf(part: PartIndex): number {
    return this.starts[part] as number
  }

  endOf(part: PartIndex): number {
    return this.ends[part] as number
  }

  itemsOf(part: PartIndex): number {
    return this.counts[part] as number
  }

  tree(text: string): ReprTree {
    const upTo = this.count
    return {
      text,
      count: upTo,
      kind: this.kinds.subarray(0, upTo),
      start: this.starts.subarray(0, upTo),
      end: this.ends.subarray(0, upTo),
      parent: this.parents.subarray(0, upTo),
      last: this.lasts.subarray(0, upTo),
      items: this.counts.subarray(0, upTo),
      labelStart: this.labelStarts.subarray(0, upTo),
      labelEnd: this.labelEnds.subarray(0, upTo),
      cut: this.cuts.subarray(0, upTo),
    }
  }
}
