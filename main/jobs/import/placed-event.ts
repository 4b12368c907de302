import type { EventKind, Value } from '../../../shared/trace/event.ts'
import type { SliceCode } from '../../store/read-types.ts'
import type { closeChanges, OpenChanges } from './frame-locals.ts'
import type { RecordMaker } from './record-maker.ts'

/** A frame that runs or that is suspended, as far as a file without frame numbers tells. */
export interface Activation {
  readonly frame: number
  readonly code: SliceCode
  line: number
  last: PlacedEvent | null
  /** Text of the latest exception in it. */
  thrown: string | null
}

/** An event whose line and frame were found; its flags may still be corrected by what follows. */
export interface PlacedEvent<Of extends Activation = Activation> {
  readonly kind: EventKind
  readonly line: number
  readonly of: Of
  flags: number
  readonly arg: Value | null
  readonly changes: OpenChanges
}

/** Writes the event as a record of the trace's only thread. */
export function recordPlaced(
  maker: RecordMaker,
  { kind, line, of, flags, arg, changes }: PlacedEvent,
  close: ReturnType<typeof closeChanges>,
): void {
  const { code, frame } = of
  maker.event({ kind, line, code, frame, thread: 0, flags, changes: close(changes), arg })
}
