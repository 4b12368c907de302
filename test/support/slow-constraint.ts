import { legalOutcomes } from '../../shared/grammar/constrain/legal.ts'
import { escapeRaw } from '../../shared/grammar/escape.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { ACTION_SEP, ARG_SEP, SRC_SEP, TRACE_END } from '../../shared/grammar/tokens.ts'
import { transcriptBefore } from '../../shared/grammar/transcript.ts'
import { readAnswer } from '../../shared/model/read-answer.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import { type Asked, isLegal } from './random-answers.ts'
import { bytesOfIds } from './random-vocabulary.ts'

/**
 * Whether an answer can go on to a whole one, found out by trying: ends of many kinds are put behind it, and the codec's
 * decoder says whether that is a state. It knows nothing of automata, and takes its time.
 */
export function canGoOn(asked: Asked, ids: readonly number[]): boolean {
  return asked.codec === SLOTS_1 ? canGoOnInSlots(asked, ids) : canGoOnInText(asked, ids)
}

function isAnswer(asked: Asked, answer: string): boolean {
  const { codec, step, prompt } = asked
  const stop = codec.stopTokens.find((one) => answer.endsWith(one))
  if (stop === undefined) return false
  const text = answer.slice(0, -stop.length)
  if (codec.stopTokens.some((one) => text.includes(one))) return false
  const read = readAnswer(codec, prompt, { text, stop }, step)
  if (!read.ok || !isLegal(asked, read.outcome)) return false
  // Whoever reads an answer does not mind which stop token ended it.
  const { problem } = codec.decode(prompt + answer)
  return problem === null || problem.position >= prompt.length + answer.length
}

const MIDDLES = [0x80, 0x90, 0xa0, 0xbf]

/** Bytes that may complete a character, if the vocabulary can tell any of them. */
function* characterEnds(asked: Asked): Generator<readonly number[]> {
  yield []
  if (
    !MIDDLES.every((byte) =>
      asked.vocabulary.bytes.some((one) => one?.length === 1 && one[0] === byte),
    )
  )
    return
  for (const a of MIDDLES) {
    yield [a]
    for (const b of [0x80, 0xbf]) {
      yield [a, b]
      yield [a, b, 0x80]
    }
  }
}

function wholeText(bytes: Uint8Array, more: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.of(...bytes, ...more),
    )
  } catch {
    return null
  }
}

/** What may end an escape that a text breaks off in. */
function escapeEnds(text: string): readonly string[] {
  const [, begun] = /(?:^|[^\\])(?:\\\\)*\\(u?[0-9a-fA-F]{0,3})$/.exec(text) ?? []
  if (begun === undefined) return ['']
  return ['n', 'u002e', 'u0061', 'u0071'].flatMap((end) => {
    const isHex = begun.startsWith('u')
    if (isHex && end.length > 1) return [end.slice(begun.length)]
    return isHex ? [] : [end]
  })
}

const JSON_ENDS = [
  ...[
    '',
    '"',
    '""',
    '}',
    '"}',
    '{}',
    '": ""}',
    'z": ""}',
    'zq": ""}',
    'Q": ""}',
    ': ""}',
    ' ""}',
    '""}',
  ],
  ...[' "zz9": ""}', '"zz9": ""}', ': ".."}', ' ".."}', '".."}', '.."}', '."}', '": ".."}'],
]

/** A source text that the state may have. */
function someLine({ transcript, step }: Asked): string {
  const { src } = legalOutcomes(transcriptBefore(transcript, step))
  const lines = sourceLines(transcript.code)
  return src !== null && lines.includes(src) ? src : (lines[0] ?? '')
}

/** What may end the source that is being told; nothing where none is. */
function lineEnds({ codec, transcript }: Asked, text: string): readonly string[] {
  const isCwm = codec.id === 'cwm@1'
  const [, told] =
    (isCwm ? /<\|action_sep\|>((?:(?!<\|)[\s\S])*)$/ : /<\|src_sep\|>((?:(?!<\|)[\s\S])*)$/).exec(
      text,
    ) ?? []
  if (told === undefined) return []
  const lines = [...new Set(sourceLines(transcript.code))]
  const whole = lines.map((line) => `${escapeRaw(line)}${isCwm ? '\n' : ''}`)
  return whole.filter((line) => line.startsWith(told)).map((line) => line.slice(told.length))
}

/** What may follow the part that is being told, by the parts that are there. */
function fieldEnds(asked: Asked, text: string): readonly string[] {
  const [stop = ''] = asked.codec.stopTokens
  if (asked.codec.stopTokens.some((one) => text.endsWith(one))) return ['']
  const isCwm = asked.codec.id === 'cwm@1'
  const line = escapeRaw(someLine(asked))
  const source = isCwm ? `${ACTION_SEP}${line}\n` : SRC_SEP + line
  const hasSource = text.includes(isCwm ? ACTION_SEP : SRC_SEP)
  const hasField = text.includes(ARG_SEP)
  const sources = hasSource ? [''] : [source]
  const fields = hasField ? [''] : [`${ARG_SEP}{}`, `${ARG_SEP}""`, '']
  const ends = sources.flatMap((one) =>
    fields.flatMap((field) => [one + field + stop, field + one + stop]),
  )
  return [...new Set([...ends, TRACE_END])]
}

function canGoOnInText(asked: Asked, ids: readonly number[]): boolean {
  const bytes = bytesOfIds(asked.vocabulary, ids)
  for (const more of characterEnds(asked)) {
    const text = wholeText(bytes, more)
    if (text === null) continue
    const fields = fieldEnds(asked, text)
    const lines = lineEnds(asked, text)
    const isOpen = /(?:arg_sep|call_sep|line_sep)\|>(?:(?!<\|)[\s\S])*$/.test(text)
    const parts = lines.length > 0 ? lines : isOpen ? JSON_ENDS : ['']
    for (const end of lines.length > 0 ? [''] : escapeEnds(text)) {
      for (const part of parts) {
        if (fields.some((field) => isAnswer(asked, text + end + part + field))) return true
      }
    }
  }
  return false
}

/** The tokens that point at a line, as the codec writes them. */
function pointerTo(line: number): readonly string[] {
  if (line <= 48) return [`L${line}`]
  return ['<L>', ...[...String(line)].reverse().map((digit, place) => `${digit}e${place}`)]
}

const HEX_ENDS = [[], ['#0'], ['#0', '#0'], ['#0', '#0', '#0']]
const QUOTE_ENDS = [[], ["'"], ['"']]
const NAME_ENDS = [[], ['<is>'], ['_z', '<is>'], ['_z', '_q', '<is>']]

function canGoOnInSlots(asked: Asked, ids: readonly number[]): boolean {
  const names = ids.map((id) => nameOf(asked, id))
  const isEvent = /^<(?:call|return|exception|line_call)>$/.test(names[0] ?? '')
  const told = names.slice(isEvent ? 1 : 0)
  if (isAnswer(asked, ` ${names.join(' ')}`) && !/^L|<L>/.test(told[0] ?? '')) return true
  const pointers = asked.transcript.code.split('\n').map((_, index) => pointerTo(index + 1))
  for (const pointer of pointers) {
    const isBegun = told.every((name, at) => at >= pointer.length || name === pointer[at])
    if (!isBegun || (told.length > pointer.length && isDigitBehind(pointer, told))) continue
    const rest = pointer.slice(told.length)
    if (rest.length > 0) {
      if (isAnswer(asked, ` ${[...names, ...rest, '<end>'].join(' ')}`)) return true
    } else if (hasEnd(asked, names)) return true
  }
  return false
}

/** The number of a far line would go on. */
function isDigitBehind(pointer: readonly string[], told: readonly string[]): boolean {
  return (
    pointer[0] === '<L>' &&
    (told[pointer.length] ?? '').endsWith(`e${pointer.length - 1}`) &&
    /^\de\d$/.test(told[pointer.length] ?? '')
  )
}

function hasEnd(asked: Asked, names: readonly string[]): boolean {
  if (names.at(-1) === '<end>') return isAnswer(asked, ` ${names.join(' ')}`)
  const hexEnds = /^#.$/.test(names.at(-1) ?? '') ? HEX_ENDS : [[]]
  const nameEnds = names.includes('<name>') ? NAME_ENDS : [[]]
  return hexEnds.some((hex) =>
    QUOTE_ENDS.some((quote) =>
      nameEnds.some((name) =>
        isAnswer(asked, ` ${[...names, ...hex, ...quote, ...name, '<end>'].join(' ')}`),
      ),
    ),
  )
}

function nameOf({ codec }: Asked, id: number): string {
  return codec.tokenizer.detokenize([id]).trim()
}
