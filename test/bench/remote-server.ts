import { startSimulator } from '../support/endpoint-simulator.ts'

/** The simulator in a process of its own, so that it and a client have a core each: `MS PACE SLOTS TOKENS`. */
const [delayMs = 0, paceMs = 0, slots = 0, tokens = 0] = process.argv.slice(2).map(Number)
const answer = [...Array.from({ length: tokens - 1 }, (_, at) => ` t${at}`), '<|action_sep|>']
const simulator = await startSimulator({
  ...{ delayMs, paceMs, slots },
  answer: () => answer,
  isForgetful: true,
})
process.send?.(simulator.url)
process.once('disconnect', () => process.exit(0))
