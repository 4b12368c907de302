import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import type { TokenConstraint, Vocabulary } from '../../shared/grammar/constrain/types.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Codec, StateText, Transcript } from '../../shared/grammar/types.ts'
import { answerAt, questions } from '../property/constrain-questions.ts'
import { ROOT } from '../support/ndw.ts'
import { constraintOf, RANDOM_MODELS, randomAnswer } from '../support/random-answers.ts'
import { listSources } from '../support/source-files.ts'
import { printTable } from './table.ts'

/**
 * Constrained decoding: `npm run -s bench -- constrain [ANSWERS]`. How many answers of models that know nothing can be read and
 * are legal, within the constraint and free, ten thousand by default; and what masks cost with vocabularies of several
 * sizes, where what is found out of a vocabulary is still to be found and where it is kept. Ends with status 1 when an
 * answer within the constraint cannot be read.
 */
const ANSWERS = Number(process.argv[2] ?? 10_000)
/** What a token of a small model takes without masks, in milliseconds. */
const TOKEN = 2

function measureAnswers(): number {
  const rows: object[] = []
  let unread = 0
  const count = Math.ceil(ANSWERS / CODECS.length / RANDOM_MODELS.length)
  for (const codec of CODECS) {
    const all = questions(codec)
    const prng = createPrng('bench', codec.id)
    for (const model of RANDOM_MODELS) {
      let bound = 0
      let free = 0
      let states = 0
      for (let seed = 0; seed < count; seed++) {
        const asked = must(all[prng.nextBelow(all.length)], 'question')
        const constraint = constraintOf(asked)
        const limit = constraint.soonest() + prng.nextBelow(60)
        const answer = randomAnswer(asked, { model, limit, seed, constraint })
        bound += answer.isLegal ? 1 : 0
        states += answer.read.ok && answer.read.outcome.kind === 'state' ? 1 : 0
        free += randomAnswer(asked, { model, limit, seed, constraint: null }).isLegal ? 1 : 0
      }
      unread += count - bound
      rows.push({
        codec: codec.id,
        'random model': model,
        answers: count,
        'of them states': states,
        'within the constraint, right': shareOf(bound, count),
        'free, right': shareOf(free, count),
      })
    }
  }
  printTable(
    'Answers that can be read, are at a line of the code, and where the action leads',
    rows,
  )
  return unread
}

function shareOf(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}

/** Pieces of text as tokenizers have them, of what is written in this repository, up to a size. */
function wordVocabulary(size: number): Vocabulary {
  const { special } = ownVocabulary(ND_1)
  const found = new Set<string>()
  const files = [...listSources(['shared', 'main', 'renderer', 'test']).map(({ text }) => text)]
  files.push(readFileSync(join(ROOT, 'README.md'), 'utf8'))
  const pattern = / ?[\p{L}_]+| ?\p{N}{1,3}| ?[^\s\p{L}\p{N}]{1,6}|\s{1,16}/gu
  const prng = createPrng('pieces')
  for (const text of files) for (const [word] of text.matchAll(pattern)) found.add(word)
  // What is still missing are pieces of words with other ends, and signs one behind the other.
  const words = [...found]
  const word = (): string => words[prng.nextBelow(words.length)] ?? ''
  while (found.size < size) {
    const made = word()
    found.add(made.slice(0, 1 + prng.nextBelow(made.length)) + word().trim())
  }
  const bytes: (Uint8Array | null)[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte))
  for (let id = 256; id < 256 + special.size; id++) bytes.push(null)
  const utf8 = new TextEncoder()
  const kept = [...found].slice(0, size - bytes.length)
  return { size, bytes: [...bytes, ...kept.map((one) => utf8.encode(one))], special }
}

const CODE = readFileSync(join(ROOT, 'test', 'bench', 'tracer_bench.py'), 'utf8')
const LINES = CODE.split('\n').filter((line) => line.trim() !== '')

/** A course through the lines of a program of this repository, with locals that change. */
function course(steps: number): Transcript {
  const states = Array.from({ length: steps + 1 }, (_, at): StateText => {
    const entries = Array.from({ length: 4 }, (__, variable) => {
      return [
        `value_${variable}`,
        `[${at}, 'some text', ${at * variable}, {'key': ${at}}]`,
      ] as const
    })
    const src = LINES[at % LINES.length] ?? ''
    return { event: 'line', src, locals: { omitted: true, entries }, arg: null }
  })
  const actions = states.slice(1).map(() => ({ name: 'step_into', operand: null }))
  return { direction: 'forward', code: CODE, states, actions, exit: null }
}

/** Splits a text into the longest tokens that go on in it, as those of a model are. */
function splitLongest({ bytes, special }: Vocabulary, text: string): number[] {
  const ids = new Map<string, number>()
  bytes.forEach((one, id) => {
    if (one !== null) ids.set(Buffer.from(one).toString('latin1'), id)
  })
  return text.split(/(<\|[a-z_]+\|>)/).flatMap((part) => {
    const token = special.get(part)
    if (token !== undefined) return [token]
    const all = Buffer.from(part).toString('latin1')
    const told: number[] = []
    for (let at = 0; at < all.length; ) {
      let length = Math.min(40, all.length - at)
      while (length > 1 && !ids.has(all.slice(at, at + length))) length--
      told.push(ids.get(all.slice(at, at + length)) ?? 0)
      at += length
    }
    return told
  })
}

function follow(constraint: TokenConstraint, ids: readonly number[], limit: number): void {
  ids.forEach((id, at) => {
    const mask = constraint.allowed(limit - at)
    must(mask[id] === 1 && constraint.accept(id) ? mask : null, `token ${id} is allowed`)
  })
}

/** Milliseconds of the processor that this thread took, which other programs' load changes little. */
function clock(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function microseconds(milliseconds: number): number {
  return Math.round(1000 * milliseconds)
}

function measureMasks(
  codec: Codec,
  vocabulary: Vocabulary,
  split: (text: string) => readonly number[],
) {
  const given = course(60)
  const ask = (step: number): TokenConstraint => {
    const made = constrain(codec, codec.promptAt(given, step).text, vocabulary)
    if (!made.ok) throw new Error(made.error)
    return made.value
  }
  const answers = Array.from({ length: 60 }, (_, at) => split(answerAt(codec, given, at + 1, {})))
  const tokens = answers.reduce((sum, { length }) => sum + length, 0)
  // The clock counts in steps of some milliseconds, so that only the whole is told.
  const run = (limitOf: (tokens: number) => number, times: number): number => {
    const asked = Array.from({ length: times }, () => answers.map((_, at) => ask(at + 1)))
    const start = clock()
    for (const constraints of asked) {
      answers.forEach((ids, at) => {
        follow(must(constraints[at], 'constraint'), ids, limitOf(ids.length))
      })
    }
    return (clock() - start) / tokens / times
  }
  const start = clock()
  ask(1)
  const first = clock() - start
  const cold = run(() => 10_000, 1)
  const warm = run(() => 10_000, 3)
  const tight = run((length) => length + 4, 3)
  return {
    codec: codec.id,
    vocabulary: vocabulary.size,
    tokens,
    'made ready, ms': Math.round(first),
    'first time, µs/token': microseconds(cold),
    'kept, µs/token': microseconds(warm),
    'near the limit, µs/token': microseconds(tight),
    [`of a token of ${TOKEN} ms`]: `× ${(1 + warm / TOKEN).toFixed(3)}`,
  }
}

function measureSizes(): void {
  const rows: object[] = []
  const slots = ownVocabulary(SLOTS_1, 512)
  const slotsIds = (text: string) =>
    text
      .trim()
      .split(/\s/)
      .map((name) => must(slots.special.get(name), name))
  rows.push(measureMasks(SLOTS_1, slots, slotsIds))
  for (const size of [512, 32_000, 50_000, 128_000]) {
    const vocabulary = wordVocabulary(size)
    rows.push(measureMasks(ND_1, vocabulary, (text) => splitLongest(vocabulary, text)))
  }
  printTable('What a mask costs, following real answers', rows)
}

const TIMES = 300

/** A constraint of a prompt with so long a history: its text is read once. */
function measureHistory(): void {
  const rows = [5, 50, 200].flatMap((steps) =>
    [ND_1, SLOTS_1].map((codec) => {
      const vocabulary = codec === ND_1 ? wordVocabulary(32_000) : ownVocabulary(codec, 512)
      const prompt = codec.promptAt(course(steps), steps).text
      constrain(codec, prompt, vocabulary)
      const start = clock()
      for (let time = 0; time < TIMES; time++) constrain(codec, prompt, vocabulary)
      const made = (clock() - start) / TIMES
      return { steps, codec: codec.id, characters: prompt.length, 'made, µs': microseconds(made) }
    }),
  )
  printTable(
    'A constraint for a prompt, once what is kept of its code and vocabulary is there',
    rows,
  )
}

measureSizes()
measureHistory()
process.exitCode = measureAnswers() > 0 ? 1 : 0
