import { must } from '../../../shared/base/assert.ts'
import { PAGE_LIMIT } from '../../../shared/contract/common.ts'
import type { TrajectoryRow } from '../../../shared/contract/trajectories.ts'
import type { StateView } from '../../../shared/contract/trees.ts'
import { type ShownState, transcriptOf } from '../../../shared/grammar/transcript.ts'
import type { Codec, Encoded, EncodeHints, Transcript } from '../../../shared/grammar/types.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import { stateLine } from '../../../shared/trace/source.ts'
import type { Trajectory } from '../../../shared/trajectory/types.ts'
import { nodeAt } from '../../../shared/tree/navigate.ts'
import type { StoreReads } from '../../store/store.ts'
import type { LoadedTrace } from './load-trace.ts'

/** What is encoded of a trajectory, be it in the store or only just drawn. */
interface EncodedDetail extends Pick<Trajectory, 'scope' | 'start' | 'steps'> {
  readonly row: Pick<TrajectoryRow, 'trajectory' | 'trace' | 'direction' | 'exit'>
}

interface EncodeRequest {
  readonly loaded: LoadedTrace
  readonly detail: EncodedDetail
  readonly codec: Codec
}

/**
 * A trajectory of `loaded` as training text; a ServiceError `bad-input` if the codec cannot tell it. The code context
 * is the whole file that its entry is in.
 */
export async function encodeTrajectory(
  store: StoreReads,
  { loaded, detail, codec }: EncodeRequest,
  signal: Signal,
): Promise<Encoded> {
  const { transcript, hints } = await readTranscript(store, { loaded, detail }, signal)
  const refusal = codec.refuses(transcript)
  if (refusal === null) return codec.encode(transcript, hints)
  const { trajectory } = detail.row
  throw new ServiceError('bad-input', `${codec.id} cannot hold ${trajectory}. ${refusal}`)
}

/** A trajectory in the terms of the grammar, with what its trace tells a codec beside. */
export async function readTranscript(
  store: StoreReads,
  { loaded, detail }: Omit<EncodeRequest, 'codec'>,
  signal: Signal,
): Promise<{
  transcript: Transcript
  hints: EncodeHints
  stateAt: (seq: number) => StateView
}> {
  const states = await visitedStates(store, detail, signal)
  const stateAt = (seq: number): StateView => must(states.get(seq), `state ${seq}`)
  const lookup = (seq: number): ShownState => {
    const node = nodeAt(loaded.tree, seq)
    const { locals, arg } = stateAt(seq)
    const { kind, activation } = node
    return { kind, src: stateLine(loaded.lines, node), locals, arg, activation }
  }
  const { row, start, steps } = detail
  const course = { direction: row.direction, start, steps, exit: row.exit }
  return {
    stateAt,
    transcript: transcriptOf(course, lookup, contextOf(loaded, detail)),
    hints: {
      entryLine: entryLineOf(loaded, detail),
      names: visitsOf(detail).map((seq) => stateAt(seq).locals.map(([name]) => name)),
    },
  }
}

/** Line of the code context that the first state is at. */
function entryLineOf({ tree }: LoadedTrace, { scope, start }: EncodedDetail): number | null {
  const { file, line } = nodeAt(tree, start.seq)
  return file === nodeAt(tree, scope.open).file && line > 0 ? line - 1 : null
}

function visitsOf({ start, steps }: EncodedDetail): number[] {
  return [start.seq, ...steps.flatMap(({ target }) => (target === null ? [] : [target.seq]))]
}

function contextOf({ about, tree, files }: LoadedTrace, { scope }: EncodedDetail): string {
  const { file } = nodeAt(tree, scope.open)
  return file === undefined ? about.source : must(files[file], 'file').source
}

async function visitedStates(
  store: StoreReads,
  detail: EncodedDetail,
  signal: Signal,
): Promise<Map<number, StateView>> {
  const { trace } = detail.row
  const seqs = [...new Set(visitsOf(detail))]
  const states = new Map<number, StateView>()
  for (let i = 0; i < seqs.length; i += PAGE_LIMIT) {
    const page = seqs.slice(i, i + PAGE_LIMIT)
    for (const state of await store.read('treeStates', { trace, seqs: page }, { signal })) {
      states.set(state.seq, state)
    }
  }
  return states
}
