import { type Partners, UNMATCHED } from '../base/match-sequences.ts'

/** A list whose items have keys and shapes. */
interface Row {
  readonly keys: Int32Array
  readonly shapes: Int32Array
}

/** Items from `from` on and before `to` have no partner. */
interface Gap {
  readonly from: number
  readonly to: number
}

interface Slide {
  readonly gap: Gap
  /** Items that go from one end of the gap to the other. */
  readonly distance: number
  /** How many more of the same shape stand together then. */
  readonly gain: number
}

type Step = 1 | -1

class Slider {
  private readonly own: Row
  private readonly other: Row
  /** Of each list's items. */
  private readonly partners: Partners
  private readonly others: Partners

  constructor(own: Row, other: Row, partners: Partners, others: Partners) {
    this.own = own
    this.other = other
    this.partners = partners
    this.others = others
  }

  slideAll(): void {
    const { length } = this.partners
    for (let from = 0; from < length; from++) {
      if (this.partners[from] !== UNMATCHED) continue
      let to = from
      while (to < length && this.partners[to] === UNMATCHED) to++
      from = to + Math.max(0, this.slide({ from, to }))
    }
  }

  /** Moves a gap to its best place; by how many items. */
  private slide(gap: Gap): number {
    const back = this.bestSlide(this.alike(gap, -1), -1)
    const on = this.bestSlide(this.alike(gap, 1), 1)
    const step = back.gain > 0 && back.gain >= on.gain ? -1 : 1
    const { distance, gap: moved } = step === 1 ? on : back
    for (let times = 0; times < distance; times++)
      this.shift(this.shifted(moved, step, times), step)
    return step * distance
  }

  /** The part of a gap that can be slid: up to where it has an item like the one that it is slid over. */
  private alike({ from, to }: Gap, step: Step): Gap {
    const { keys } = this.own
    if (step === 1) {
      let start = from
      while (start < to && keys[start] !== keys[to]) start++
      return { from: start, to }
    }
    let end = to
    while (end > from && keys[end - 1] !== keys[from - 1]) end--
    return { from, to: end }
  }

  private shifted({ from, to }: Gap, step: Step, times: number): Gap {
    return { from: from + step * times, to: to + step * times }
  }

  private bestSlide(gap: Gap, step: Step): Slide {
    let best: Slide = { gap, distance: 0, gain: 0 }
    let gain = 0
    for (let distance = 1; gap.from < gap.to; distance++) {
      const more = this.gainOf(this.shifted(gap, step, distance - 1), step)
      if (more === null) break
      gain += more
      if (gain > best.gain) best = { gap, distance, gain }
    }
    return best
  }

  /** The item next to a gap, and the one at the gap's other end that would take its partner. */
  private ends({ from, to }: Gap, step: Step): readonly [taken: number, given: number] {
    return step === 1 ? [to, from] : [from - 1, to - 1]
  }

  /** What it gains to slide a gap over the next item; null where that has no partner or another key. */
  private gainOf(gap: Gap, step: Step): number | null {
    const [taken, given] = this.ends(gap, step)
    const partner = this.partners[taken] ?? UNMATCHED
    if (partner === UNMATCHED || this.own.keys[taken] !== this.own.keys[given]) return null
    const shape = this.other.shapes[partner]
    return Number(this.own.shapes[given] === shape) - Number(this.own.shapes[taken] === shape)
  }

  private shift(gap: Gap, step: Step): void {
    const [taken, given] = this.ends(gap, step)
    const partner = this.partners[taken] as number
    this.partners[taken] = UNMATCHED
    this.partners[given] = partner
    this.others[partner] = given
  }
}

function reversed(partners: Partners, length: number): Partners {
  const others = new Int32Array(length).fill(UNMATCHED)
  partners.forEach((other, at) => {
    if (other !== UNMATCHED) others[other] = at
  })
  return others
}

/**
 * Moves what only one of two lists has along items of the same keys, to where most items of the same shape stand
 * together: in a loop it is as good a match to say that the last pass was added as that the second was. Changes
 * `partners`, of the items of `a`; as many stay matched, in order.
 */
export function bestSlides(a: Row, b: Row, partners: Partners): void {
  const others = reversed(partners, b.keys.length)
  new Slider(a, b, partners, others).slideAll()
  new Slider(b, a, others, partners).slideAll()
}
