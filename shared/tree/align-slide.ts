import { type Partners, UNMATCHED } from '../base/match-sequences.ts'
import { type InParts, Pace } from '../base/parts.ts'

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
  readonly step: Step
  /** Items that go from one end of the gap to the other. */
  readonly distance: number
  /** How many more of the same shape stand together then. */
  readonly gain: number
}

type Step = 1 | -1

const NO_SLIDE: Slide = { gap: { from: 0, to: 0 }, step: 1, distance: 0, gain: 0 }

/** Where it makes no difference, what was added came last. */
function isBetter(slide: Slide, than: Slide): boolean {
  if (slide.gain !== than.gain) return slide.gain > than.gain
  return than.distance === 0 && slide.step === 1
}

class Slider {
  private readonly own: Row
  private readonly other: Row
  /** Of each list's items. */
  private readonly partners: Partners
  private readonly others: Partners
  private readonly pace = new Pace()

  constructor(own: Row, other: Row, partners: Partners, others: Partners) {
    this.own = own
    this.other = other
    this.partners = partners
    this.others = others
  }

  *slideAll(): InParts<void> {
    const { length } = this.partners
    for (let from = 0; from < length; ) {
      let to = from
      while (to < length && this.partners[to] === UNMATCHED) to++
      from = to === from ? to + 1 : to + Math.max(0, yield* this.slide({ from, to }))
    }
  }

  /** Moves a gap to its best place; by how many items. */
  private *slide(gap: Gap): InParts<number> {
    let best = NO_SLIDE
    for (const step of [1, -1] as const) {
      for (const part of this.alike(gap, step)) {
        const slide = yield* this.bestSlide(part, step)
        if (isBetter(slide, best)) best = slide
      }
    }
    for (let times = 0; times < best.distance; times++) {
      this.shift(this.shifted(best.gap, best.step, times), best.step)
    }
    return best.step * best.distance
  }

  /** The parts of a gap that can be slid: the widest and the least that is like what it is slid over. */
  private alike({ from, to }: Gap, step: Step): readonly Gap[] {
    const { keys } = this.own
    const key = step === 1 ? keys[to] : keys[from - 1]
    let first = from
    while (first < to && keys[first] !== key) first++
    if (first === to) return []
    let last = to - 1
    while (keys[last] !== key) last--
    return step === 1
      ? [
          { from: first, to },
          { from: last, to },
        ]
      : [
          { from, to: last + 1 },
          { from, to: first + 1 },
        ]
  }

  private shifted({ from, to }: Gap, step: Step, times: number): Gap {
    return { from: from + step * times, to: to + step * times }
  }

  private *bestSlide(gap: Gap, step: Step): InParts<Slide> {
    let best: Slide = { gap, step, distance: 0, gain: 0 }
    let gain = 0
    for (let distance = 1; ; distance++) {
      const more = this.gainOf(this.shifted(gap, step, distance - 1), step)
      if (more === null) break
      gain += more
      if (gain > best.gain || (gain === best.gain && step === 1))
        best = { gap, step, distance, gain }
      if (this.pace.isDue()) yield
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
 * together, or else as far back as it goes: in a loop it is as good a match to say that the last pass was added as
 * that the second was. Changes `partners`, of the items of `a`; as many stay matched, in order.
 */
export function* bestSlides(a: Row, b: Row, partners: Partners): InParts<void> {
  const others = reversed(partners, b.keys.length)
  yield* new Slider(a, b, partners, others).slideAll()
  yield* new Slider(b, a, others, partners).slideAll()
}
