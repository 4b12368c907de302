import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { runNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'

/** `npm run -s bench -- NAME [ARGUMENTS]`: one of test/bench, on the built command line. */
await runScript(async ([name = '', ...args]) => {
  const file = join(root, 'test', 'bench', `${name}.ts`)
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    process.stderr.write(
      'Name a measurement: tracer, ingest, capture, memory, writes, movement, predictions, preview, encode, crew, slots, constrain, decode, remote or workbench.\n',
    )
    return 2
  }
  await setUp(['main'])
  const { status } = await runNode([file, ...args], { channel: false, graceMs: 0 })
  return status
})
