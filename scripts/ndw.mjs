import { join } from 'node:path'
import { root } from './paths.mjs'
import { runNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'

await runScript(async (args) => {
  // `ndw serve` needs the page too, everything else only the Node entries.
  await setUp(args.includes('serve') ? ['main', 'renderer', 'samples'] : ['main'])
  const cli = join(root, 'dist', 'main', 'cli.js')
  const { status } = await runNode([cli, ...args], { channel: true, graceMs: 0 })
  return status
})
