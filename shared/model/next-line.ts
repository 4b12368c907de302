import { resolveLocals } from '../grammar/resolve.ts'
import type { StateText, Transcript } from '../grammar/types.ts'
import { sourceLines } from '../trace/source.ts'
import { isCodeLine } from '../trajectory/source-index.ts'
import { encodedOutcome } from './encode-outcome.ts'
import type { Engine, PredictRequest, Token } from './engine.ts'
import type { Outcome } from './types.ts'

/** The line of code after the first one that reads so, or going backwards the one before it. */
function neighbour({ code, direction }: Transcript, src: string): string | null {
  const lines = sourceLines(code).filter(isCodeLine)
  const at = lines.indexOf(src)
  if (at < 0) return null
  return (direction === 'forward' ? lines[at + 1] : lines[at - 1]) ?? null
}

function nextOf(transcript: Transcript): Outcome {
  const { states, direction } = transcript
  const last = states.at(-1)
  const src = last === undefined ? null : neighbour(transcript, last.src)
  if (src === null) {
    return { kind: 'exit', exit: direction === 'forward' ? 'normal' : 'inv_entry' }
  }
  const known = resolveLocals(transcript).at(-1)
  const omitted = known !== undefined && (known.variables.length > 0 || known.hasUnknown)
  const state: StateText = {
    event: direction === 'forward' ? 'line' : 'inv_line',
    src,
    locals: { omitted, entries: [] },
    arg: null,
  }
  return { kind: 'state', state }
}

/** A prompt asks by an action; CWM's, which has none, always by a step into. */
function withAction(transcript: Transcript): Transcript {
  const { states, actions } = transcript
  if (actions.length === states.length) return transcript
  return { ...transcript, actions: [...actions, { name: 'step_into', operand: null }] }
}

async function* predict({ prompt, codec }: PredictRequest): AsyncGenerator<Token> {
  const { transcript, hints = {} } = codec.decode(prompt)
  const before = withAction(transcript)
  const text = encodedOutcome(codec, { prompt, before, hints }, nextOf(before))
  yield { text, logProbability: null }
}

/** The baseline that every model should beat: it reads the prompt alone, as a model does. */
export const NEXT_LINE: Engine = {
  info: {
    name: 'next-line',
    kind: 'baseline',
    identity: 'next-line@1',
    about: 'No model: always the next line of the file, and no variable changes.',
    mark: 'next line of the file, no model',
    capabilities: {
      logProbabilities: false,
      sampling: false,
      constrained: true,
      needsTruth: false,
    },
  },
  predict,
}
