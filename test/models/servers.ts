// What becomes of an answer that a server spoils, and where the key went: `node test/models/servers.ts`. Every fault of
// the simulator befalls all answers but the first; two of them send the client on to another server that listens too.

import { RemoteFailure } from '../../main/runtime/remote/failure.ts'
import { formatDuration } from '../../shared/base/words.ts'
import { FAULTS, type Fault, redirectTo } from '../support/endpoint-faults.ts'
import { startSimulator } from '../support/endpoint-simulator.ts'
import { memorySecrets } from '../support/memory-secrets.ts'
import { remoteModel, remoteSource, textOf, tokensOf } from '../support/remote-engine.ts'

const KEY = 'sk-test-0123456789abcdef'
const ANSWER = ['<|line|>', '{"n": "', '1', '0"}', '<|action_sep|>']

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Outcome {
  readonly what: 'answered' | 'told' | 'BUG'
  readonly sentence: string
  readonly tries: number
  readonly ms: number
}

async function run(fault: Fault): Promise<Outcome> {
  const server = await startSimulator({
    key: KEY,
    answer: () => ANSWER,
    fault: ({ number }) => (number >= 1 ? fault : null),
  })
  const secrets = memorySecrets()
  await secrets.set(server.url, KEY)
  const { source } = remoteSource({ secrets })
  const engine = await source.open(remoteModel(server.url))
  const began = performance.now()
  const answer = await tokensOf(engine).then(textOf, (error: unknown) => error)
  const ms = performance.now() - began
  const tries = server.asked().length - 1
  await source.close()
  await server.close()
  if (answer === ANSWER.join('')) return { what: 'answered', sentence: '', tries, ms }
  const isTold = answer instanceof RemoteFailure
  return {
    what: isTold ? 'told' : 'BUG',
    sentence: String(isTold ? answer.message : answer),
    tries,
    ms,
  }
}

const other = await startSimulator({ key: KEY, answer: () => ANSWER })
const faults: Readonly<Record<string, Fault>> = {
  ...FAULTS,
  'to another port': redirectTo(`${other.url}/completions`),
  'to another name': redirectTo(`http://localhost:${other.port}/v1/completions`),
}
say('| fault | outcome | tries | after | sentence |\n|---|---|---|---|---|')
const outcomes: Outcome[] = []
for (const [name, fault] of Object.entries(faults)) {
  const outcome = await run(fault)
  outcomes.push(outcome)
  const { what, sentence, tries, ms } = outcome
  const word = what === 'BUG' ? '**BUG**' : what
  say(
    `| ${name} | ${word} | ${tries} | ${formatDuration(ms)} | ${sentence.replaceAll('|', '\\|')} |`,
  )
}
const count = (what: Outcome['what']): number => outcomes.filter((one) => one.what === what).length
say(
  `\n${outcomes.length} faults: ${count('answered')} answered nevertheless, ${count('told')} told in a sentence, ${count('BUG')} crashes; another server was asked ${other.seen.length} times, so that it got the key ${other.seen.length === 0 ? 'never' : '**AT LEAST ONCE**'}`,
)
await other.close()
