import { must } from '../../../shared/base/assert.ts'
import { PAGE_LIMIT } from '../../../shared/contract/common.ts'
import type { TrajectoryDetail } from '../../../shared/contract/trajectories.ts'
import type { StateView } from '../../../shared/contract/trees.ts'
import { type ShownState, transcriptOf } from '../../../shared/grammar/transcript.ts'
import type { Codec, Encoded } from '../../../shared/grammar/types.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import { stateLine } from '../../../shared/trace/source.ts'
import { nodeAt } from '../../../shared/tree/navigate.ts'
import type { Store } from '../../store/store.ts'
import type { LoadedTrace } from './load-trace.ts'

export interface EncodeRequest {
  readonly loaded: LoadedTrace
  readonly detail: TrajectoryDetail
  readonly codec: Codec
}

/** A trajectory of `loaded` as training text. The code context is the whole file that its entry is in. */
export async function encodeTrajectory(
  store: Store,
  { loaded, detail, codec }: EncodeRequest,
  signal: Signal,
): Promise<Encoded> {
  const states = await visitedStates(store, detail, signal)
  const lookup = (seq: number): ShownState => {
    const node = nodeAt(loaded.tree, seq)
    const state = must(states.get(seq), `state ${seq}`)
    return {
      kind: node.kind,
      src: stateLine(loaded.lines, node),
      locals: state.locals,
      arg: state.arg,
      activation: node.activation,
    }
  }
  const { row, start, steps } = detail
  const course = { direction: row.direction, start, steps, exit: row.exit }
  return codec.encode(transcriptOf(course, lookup, contextOf(loaded, detail)))
}

function contextOf({ about, tree, files }: LoadedTrace, { scope }: TrajectoryDetail): string {
  const { file } = nodeAt(tree, scope.open)
  return file === undefined ? about.source : must(files[file], 'file').source
}

async function visitedStates(
  store: Store,
  detail: TrajectoryDetail,
  signal: Signal,
): Promise<Map<number, StateView>> {
  const { trace } = detail.row
  const visited = new Set([detail.start.seq])
  for (const { target } of detail.steps) if (target !== null) visited.add(target.seq)
  const seqs = [...visited]
  const states = new Map<number, StateView>()
  for (let i = 0; i < seqs.length; i += PAGE_LIMIT) {
    const page = seqs.slice(i, i + PAGE_LIMIT)
    for (const state of await store.read('treeStates', { trace, seqs: page }, { signal })) {
      states.set(state.seq, state)
    }
  }
  return states
}
