import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tokenizer as Library } from '@huggingface/tokenizers'
import { loadTrace } from '../../main/jobs/trajectory/load-trace.ts'
import { loadTokenizer } from '../../main/runtime/tokenizer/hf-tokenizer.ts'
import { must } from '../../shared/base/assert.ts'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { transcriptOf } from '../../shared/grammar/transcript.ts'
import type { Codec, Transcript } from '../../shared/grammar/types.ts'
import type { EventKind, TraceId } from '../../shared/trace/event.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import type { Direction } from '../../shared/trajectory/types.ts'
import { buildTree, type TreeEvent } from '../../shared/tree/build.ts'
import { openTestStore, sourceEntries } from '../store/entries.ts'
import { type HandEvent, handTrace } from '../support/hand-trace.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'
import { writeOneTrace } from './one-trace.ts'
import { printTable } from './table.ts'

/**
 * From a trace to training tokens on one core: `npm run -s bench -- encode [TRAJECTORIES]`. Sampling, encoding and
 * counting with the codec's own tokenizer (the goal for nd@1 is a million tokens a second), decoding, a tokenizer.json
 * beside what its library reaches alone, and building trees: from events, and from the rows of a store. All in processor
 * time, of all threads of the process.
 */
const COUNT = Number(process.argv[2] ?? 400)
const TREE_SIZES = [1_000, 10_000, 100_000, 1_000_000]
const GOAL = 1_000_000
/** Nodes that are built for each size, so that the clock's resolution does not matter. */
const TREE_WORK = 2_000_000

const SOURCE = `def count(word, letter):
    n = 0
    for c in word:
        if c == letter:
            n += 1
    return n

def main(words):
    total = 0
    for word in words:
        found = count(word, "o")
        total += found
    return total
`

/** A run of the program above over so many words of eight letters. */
function runOf(words: number): HandEvent[] {
  const events: HandEvent[] = []
  const list = `[${Array.from({ length: 8 }, (_, at) => `'word${at}'`).join(', ')}, …]`
  let total = 0
  const main = (more: Record<string, string> = {}) => ({ words: list, total: `${total}`, ...more })
  events.push(['call', 8, 0, 'main', { words: list }], ['line', 9, 0, 'main', { words: list }])
  for (let word = 1; word <= words; word++) {
    const given = { word: `'wooden${word % 97}'`, letter: "'o'" }
    events.push(['line', 10, 0, 'main', main()])
    events.push(['line', 11, 0, 'main', main({ word: given.word })])
    events.push(['call', 1, word, 'count', given], ['line', 2, word, 'count', given])
    let n = 0
    for (const c of 'wooden00') {
      const now = { ...given, n: `${n}`, c: `'${c}'` }
      events.push(['line', 3, word, 'count', now], ['line', 4, word, 'count', now])
      if (c === 'o') {
        events.push(['line', 5, word, 'count', now])
        n++
      }
    }
    const last = { ...given, n: `${n}`, c: "'0'" }
    events.push(['line', 6, word, 'count', last], ['return', 6, word, 'count', `${n}`, last])
    events.push(['line', 12, 0, 'main', main({ word: given.word, found: `${n}` })])
    total += n
  }
  events.push(['line', 13, 0, 'main', main()], ['return', 13, 0, 'main', `${total}`, main()])
  return events
}

/** Processor time of the work, the collection of its garbage included: what else runs on the machine does not count. */
function seconds(work: () => void): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1e6
}

const perSecond = (count: number, time: number): number => Math.round(count / time)

const trace = handTrace(SOURCE, runOf(400))

function draw(policy: string, direction: Direction): Transcript[] {
  const { sources, lookup } = trace
  return Array.from({ length: COUNT }, (_, ordinal) => {
    const drawn = sampleTrajectory({
      ...{ sources, traceId: 't_1' as TraceId, traceExit: null, policy, seed: 1, ordinal },
      ...{ direction, entry: null },
    })
    if (!drawn.ok) throw new Error(drawn.error)
    return transcriptOf(drawn.value, lookup, SOURCE)
  })
}

function measureCodec(codec: Codec, policy: string, direction: Direction) {
  let transcripts: Transcript[] = []
  let texts: string[] = []
  let tokens = 0
  const sampling = seconds(() => {
    transcripts = draw(policy, direction)
  })
  const told = transcripts.filter((one) => codec.refuses(one) === null)
  const encoding = seconds(() => {
    texts = told.map((one) => codec.encode(one).text)
  })
  const counting = seconds(() => {
    for (const text of texts) tokens += codec.tokenizer.tokenize(text).ids.length
  })
  const decoding = seconds(() => {
    for (const text of texts) codec.decode(text)
  })
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const all = (sampling * told.length) / transcripts.length + encoding + counting
  return {
    codec: codec.id,
    policy: `${policy} ${direction}`,
    trajectories: told.length,
    characters,
    tokens,
    'sample, actions/s': perSecond(
      transcripts.reduce((sum, { actions }) => sum + actions.length, 0),
      sampling,
    ),
    'encode, chars/s': perSecond(characters, encoding),
    'tokenize, tokens/s': perSecond(tokens, counting),
    'all, chars/s': perSecond(characters, all),
    'all, tokens/s': perSecond(tokens, all),
    'decode, chars/s': perSecond(characters, decoding),
  }
}

const PLANS = [
  ['paper-mix', 'forward'],
  ['inverse-mix', 'inverse'],
  ['interpreter', 'forward'],
] as const

function measureCodecs(): void {
  const told = PLANS.flatMap(([policy, direction]) =>
    CODECS.filter(({ id }) => id !== 'cwm@1' || policy === 'interpreter').map((codec) => {
      // Once before, so that what is measured is compiled.
      measureCodec(codec, policy, direction)
      return measureCodec(codec, policy, direction)
    }),
  )
  printTable('Sample, encode and tokenize, on one core', told)
  const slowest = Math.min(
    ...told.filter(({ codec }) => codec === ND_1.id).map((row) => row['all, tokens/s']),
  )
  const verdict = slowest >= GOAL ? 'reached' : 'NOT reached'
  process.stdout.write(`Goal of ${GOAL.toLocaleString('en')} tokens/s for nd@1: ${verdict}.\n`)
}

async function measureLibrary(folder: string): Promise<void> {
  const texts = draw('paper-mix', 'forward').map((one) => ND_1.encode(one).text)
  const sample = texts.slice(0, 20).join('').slice(0, 60_000)
  const path = join(folder, 'tokenizer.json')
  writeFileSync(path, JSON.stringify(smallTokenizer(sample, ND_1.specialTokens, 500)))
  const ours = await loadTokenizer(path, ND_1.specialTokens, ND_1.id)
  const library = new Library(JSON.parse(readFileSync(path, 'utf8')), {})
  const measure = (what: string, count: (text: string) => number) => {
    let tokens = 0
    const run = (): number => texts.reduce((sum, text) => sum + count(text), 0)
    run()
    const time = seconds(() => {
      tokens = run()
    })
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    return {
      what,
      tokens,
      'tokens/s': perSecond(tokens, time),
      'chars/s': perSecond(characters, time),
    }
  }
  const plain = { add_special_tokens: false }
  printTable('A byte-level BPE tokenizer.json of 500 merges, on one core', [
    measure('@huggingface/tokenizers alone', (text) => library.encode(text, plain).ids.length),
    measure('with the place of every token', (text) => ours.tokenize(text).ids.length),
    measure('bytes@1', (text) => ND_1.tokenizer.tokenize(text).ids.length),
  ])
}

/** Calls of a function that calls another, over and over. */
function treeEvents(count: number): TreeEvent[] {
  const events: TreeEvent[] = []
  const add = (kind: EventKind, line: number, frame: number): void => {
    events.push({ kind, line, function: 'f', frame, flags: 0, thread: 0 })
  }
  add('call', 1, 0)
  for (let frame = 1; events.length < count; frame += 2) {
    add('line', 2, 0)
    add('call', 5, frame)
    add('line', 6, frame)
    add('call', 9, frame + 1)
    add('return', 10, frame + 1)
    add('line', 7, frame)
    add('return', 7, frame)
  }
  return events.slice(0, count)
}

async function measureTrees(folder: string): Promise<void> {
  const rows: object[] = []
  for (const size of TREE_SIZES) {
    const events = treeEvents(size)
    const times = Math.ceil(TREE_WORK / size)
    const building =
      seconds(() => {
        for (let time = 0; time < times; time++) buildTree(events)
      }) / times
    const home = join(folder, `${size}`)
    const store = await openTestStore(join(home, 'store.ndw'), sourceEntries(join(home, 'entries')))
    const { trace: stored } = await writeOneTrace(store, size)
    const { signal } = new AbortController()
    let nodes = 0
    let loading = Number.POSITIVE_INFINITY
    for (let round = 0; round < Math.min(20, 2 + times); round++) {
      const started = process.cpuUsage()
      nodes = (await loadTrace(store, stored, signal)).tree.nodes.length
      const { user, system } = process.cpuUsage(started)
      loading = Math.min(loading, (user + system) / 1e6)
    }
    await store.close()
    must(nodes === size ? nodes : null, `all nodes of ${size}`)
    rows.push({
      nodes: size,
      'from events, nodes/s': perSecond(events.length, building),
      'from events, ns/node': Math.round((1e9 * building) / events.length),
      'from store rows, nodes/s': perSecond(size, loading),
      'from store rows, ns/node': Math.round((1e9 * loading) / size),
    })
  }
  printTable('Trees: of events in memory, and of the rows of a store with its reader', rows)
}

const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
try {
  measureCodecs()
  await measureLibrary(folder)
  await measureTrees(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
