import { must } from '../../shared/base/assert.ts'
import type { WorkbenchContract } from '../../shared/contract/index.ts'
import { codecById } from '../../shared/grammar/codecs.ts'
import { cutAt } from '../../shared/grammar/ruler.ts'
import { tokensOf } from '../../shared/grammar/tokenizer.ts'
import { transcriptOf } from '../../shared/grammar/transcript.ts'
import type { Handlers } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { lineText, sourceLines } from '../../shared/trace/source.ts'
import type { Trajectory } from '../../shared/trajectory/types.ts'
import { buildTree } from '../../shared/tree/build.ts'
import { EVENTS, type Recorded, SOURCE } from './recorded-program.ts'

export const LINES = sourceLines(SOURCE)

/** The tree of recorded events: frame 0 is of `main`, the others of `g`. */
export function treeOf(events: readonly Recorded[]) {
  return buildTree(
    events.map((entry) => ({
      flags: 0,
      ...entry,
      thread: 0,
      function: entry.frame === 0 ? 'main' : 'g',
    })),
  )
}

export const TREE = treeOf(EVENTS)

/** A trajectory as a codec writes it; refused as the services do. */
function encodedOf(course: Trajectory, name: string) {
  const lookup = (seq: number) => {
    const node = must(TREE.nodes[seq], `node ${seq}`)
    const { locals, arg } = must(EVENTS[seq], `event ${seq}`)
    const src = lineText(LINES, node.line)
    return { kind: node.kind, src, locals, arg, activation: node.activation }
  }
  const codec = must(codecById(name), name)
  const transcript = transcriptOf(course, lookup, SOURCE)
  const refusal = codec.refuses(transcript)
  if (refusal !== null) throw new ServiceError('bad-input', refusal)
  return { codec, encoded: codec.encode(transcript) }
}

/** Trajectories of the recorded program as text and in tokens. */
export function textHandlers(
  find: (id: string) => Trajectory,
): Pick<Handlers<WorkbenchContract>, 'trajectory.text' | 'trajectory.cut'> {
  return {
    'trajectory.text': ({ trajectory: id, codec: name, tokens: asked }) => {
      const { codec, encoded } = encodedOf(find(id), name)
      const tokens = asked === null ? null : { from: 0, start: 0, tokenizer: codec.tokenizer.name }
      const { ids, ends, spans } = tokensOf(encoded, codec.tokenizer)
      return {
        text: encoded.text,
        spans: encoded.spans.map((span) => ({ ...span })),
        tokens: tokens === null ? null : { ...tokens, total: ids.length, ids, ends, spans },
      }
    },
    'trajectory.cut': ({ trajectory: id, codec: name, limit, keep }) => {
      const { codec, encoded } = encodedOf(find(id), name)
      const told = cutAt(encoded.spans, codec.tokenizer.tokenize(encoded.text), limit, keep)
      return { tokenizer: codec.tokenizer.name, ...told }
    },
  }
}
