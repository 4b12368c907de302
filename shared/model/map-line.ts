import type { StateEvent } from '../grammar/types.ts'
import { sourceLines } from '../trace/source.ts'
import { ControlFlow } from './control-flow.ts'
import type { MappedLine } from './types.ts'

/** Where a predicted state comes from. */
export interface Origin {
  /** Line of the state the action was taken at; null where that is not known. */
  readonly from: number | null
  readonly action: string
}

/** The lines of a program, to find those that a model names by their text. */
export class LineMap {
  private readonly byText = new Map<string, number[]>()
  private readonly flow: ControlFlow

  constructor(code: string) {
    const lines = sourceLines(code)
    this.flow = new ControlFlow(lines)
    for (const [at, text] of lines.entries()) {
      this.byText.set(text, [...(this.byText.get(text) ?? []), at + 1])
    }
  }

  /** The lines that read so, one-based. */
  linesOf(text: string): readonly number[] {
    return this.byText.get(text) ?? []
  }

  /**
   * The line a source text stands for. Of lines that read the same, the one that control flow leads to; where it
   * does not lead to one alone, the nearest after `from`, marked as ambiguous.
   */
  map(text: string, event: StateEvent, { from, action }: Origin): MappedLine {
    const lines = this.linesOf(text)
    const [only] = lines
    if (only === undefined) return { number: null, isAmbiguous: false }
    if (lines.length === 1) return { number: only, isAmbiguous: false }
    if (from === null) return { number: only, isAmbiguous: true }
    const led = this.ledTo(lines, event, { from, action })
    const near = event.endsWith('call') ? lines : this.inFunctionOf(from, lines)
    for (const kept of [led, near]) {
      if (kept.length === 1) return { number: kept[0] ?? null, isAmbiguous: false }
    }
    const among = led.length > 0 ? led : near.length > 0 ? near : lines
    const after = among.find((line) => line > from)
    return { number: after ?? among[0] ?? null, isAmbiguous: true }
  }

  private ledTo(
    lines: readonly number[],
    event: StateEvent,
    { from, action }: { readonly from: number; readonly action: string },
  ): readonly number[] {
    const isLeaving = event === 'return' || event === 'exception'
    if (isLeaving && action !== 'breakpoint' && lines.includes(from)) return [from]
    if (action === 'step_into' || action === 'step_over') {
      const next = this.flow.successors(from)
      return lines.filter((line) => next.has(line))
    }
    if (action === 'inv_step_into' || action === 'inv_step_over') {
      return lines.filter((line) => this.flow.successors(line).has(from))
    }
    return []
  }

  private inFunctionOf(from: number, lines: readonly number[]): readonly number[] {
    const [first, last] = this.flow.functionOf(from)
    return lines.filter((line) => line >= first && line <= last)
  }
}
