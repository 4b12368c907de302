import type { Signal } from '../../../shared/rpc/wire.ts'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import type { Direction } from '../../../shared/trajectory/types.ts'
import type { DrawnTrajectory } from '../../store/drawing-types.ts'
import type { StoreReads } from '../../store/store.ts'
import { drawOne, type OpenTrace, openTrace } from './draw.ts'

/** Trajectories `from` up to `to` of a trace, by one policy. */
export interface DrawPart {
  readonly trace: string
  readonly policy: PolicyDocument
  readonly direction: Direction
  readonly seed: number
  readonly entry: string | null
  readonly from: number
  readonly to: number
}

export interface DrawnPart {
  readonly program: string
  readonly trajectories: readonly DrawnTrajectory[]
  /** A sentence where the trace has nothing to start from; then there are no trajectories. */
  readonly refusal: string | null
}

/** Draws parts, keeping the trace it drew from last: the parts of a trace follow each other. */
export class PartDrawer {
  private readonly store: StoreReads
  private readonly signal: Signal
  private last: { readonly key: string; readonly open: OpenTrace } | null = null

  constructor(store: StoreReads, signal: Signal) {
    this.store = store
    this.signal = signal
  }

  async draw(part: DrawPart): Promise<DrawnPart> {
    const open = await this.openFor(part)
    const { program } = open.loaded.about
    const trajectories: DrawnTrajectory[] = []
    for (let ordinal = part.from; ordinal < part.to; ordinal++) {
      const drawn = drawOne(open, { ...part, ordinal })
      if (typeof drawn === 'string') {
        return { program, trajectories: [], refusal: `${program}: ${drawn}` }
      }
      trajectories.push(drawn)
    }
    return { program, trajectories, refusal: null }
  }

  private async openFor({ trace, policy }: DrawPart): Promise<OpenTrace> {
    const key = JSON.stringify([trace, policy])
    if (this.last?.key !== key) {
      this.last = null
      this.last = { key, open: await openTrace(this.store, trace, [policy], this.signal) }
    }
    return this.last.open
  }
}
