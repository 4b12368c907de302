import { checkNode } from '../node/check-node.ts'
import { readWebOptions } from './options.ts'
import { runWebHost } from './run.ts'

checkNode()
try {
  const options = readWebOptions(process.argv.slice(2), Boolean(process.env.CI))
  await runWebHost(import.meta.dirname, options)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
