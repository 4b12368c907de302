import { existsSync } from 'node:fs'
import { contract, type WorkbenchContract } from '../../../shared/contract/index.ts'
import { type Client, createClient } from '../../../shared/rpc/client.ts'
import { createMemoryWires } from '../../../shared/rpc/memory-wire.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { createApp } from '../../app.ts'
import { checkNode } from '../node/check-node.ts'
import { forkChild } from '../node/fork-child.ts'
import { locateApp } from '../node/locate.ts'
import { plainSecretFile, withKeyOfEnvironment } from '../node/secret-file.ts'
import { onStopWanted } from '../node/stop-signals.ts'
import { userPath } from '../node/user-path.ts'
import { type Arguments, readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'
import { decode, encode } from './commands/codec.ts'
import { compare } from './commands/compare.ts'
import { events } from './commands/events.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { label } from './commands/label.ts'
import { models } from './commands/models.ts'
import { policy } from './commands/policy.ts'
import { predict } from './commands/predict.ts'
import { rows } from './commands/rows.ts'
import { run, runs } from './commands/runs.ts'
import { sample } from './commands/sample.ts'
import { search } from './commands/search.ts'
import { serve } from './commands/serve.ts'
import { stats } from './commands/stats.ts'
import { trace } from './commands/trace.ts'
import { traceExport } from './commands/trace-export.ts'
import { traces } from './commands/traces.ts'
import { createOutput, type Output } from './output.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  trace,
  traces,
  rows,
  events,
  search,
  sample,
  policy,
  encode,
  decode,
  stats,
  label,
  export: exportCommand,
  import: importCommand,
  'trace-export': traceExport,
  models,
  predict,
  run,
  runs,
  compare,
}

/** Exit status: 0 ok, 1 failed, 2 not understood. Every failure is one plain sentence on stderr. */
async function main(argv: readonly string[], out: Output): Promise<0 | 1 | 2> {
  const [name, ...rest] = argv
  if (name === undefined || name === 'help' || name === '--help') {
    if (name === undefined) out.note(usage())
    else await out.line(usage())
    return name === undefined ? 2 : 0
  }
  try {
    if (name === 'serve') return await serve(import.meta.dirname, rest, out)
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command === undefined) {
      throw new UsageError(`There is no command ${name}; ndw help lists them.`)
    }
    const args = readArguments(rest, command.options, command.positionals)
    if (args.flag('help')) {
      await out.line(`ndw ${command.usage} [--store FILE] [--json]\n${command.about}`)
      return 0
    }
    return await runWithApp(command, args, out)
  } catch (error) {
    if (error instanceof UsageError) {
      out.note(error.message)
      return 2
    }
    out.note(sentenceOf(error))
    return 1
  }
}

async function runWithApp(command: Command, args: Arguments, out: Output): Promise<0 | 1> {
  const stop = new AbortController()
  onStopWanted(
    () => {
      out.note('Stopping …')
      stop.abort()
    },
    () => process.exit(1),
  )
  const store = args.text('store')
  const storePath = store === null ? null : userPath(store)
  if (storePath !== null && command.missingStore === undefined) requireStore(storePath)
  const config = locateApp(import.meta.dirname, storePath)
  const app = await createApp(config, {
    kind: 'cli',
    fork: (entry, forkArgs) => forkChild(import.meta.dirname, entry, forkArgs),
    reveal: null,
    pickFolder: null,
    secrets: withKeyOfEnvironment(plainSecretFile(config.modelsPath), process.env),
    log: (level, message) => {
      if (level !== 'info') out.note(message)
    },
  })
  try {
    const [own, served] = createMemoryWires()
    app.serve(served)
    const client: Client<WorkbenchContract> = createClient(contract, own)
    return await command.run({ client, args, json: args.flag('json'), out, signal: stop.signal })
  } finally {
    await app.close()
  }
}

/** A mistyped name would else make an empty store there, of which every answer is that it has nothing. */
function requireStore(path: string): void {
  if (existsSync(path)) return
  throw new ServiceError(
    'not-found',
    `There is no store ${path}; check the name after --store, or make one by ndw trace or ndw import.`,
  )
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  return error instanceof Error ? error.message : String(error)
}

function usage(): string {
  const lines = Object.values(COMMANDS).map(
    (command) => `  ${command.usage}\n      ${command.about}`,
  )
  return [
    'ndw: the workbench on the command line. Every command takes --store FILE and --json.',
    ...lines,
    '  serve [--port N] [--no-open]\n      serve the workbench on loopback and print its address',
    'Exit status: 0 done, 1 failed, 2 not understood.',
  ].join('\n')
}

checkNode()
const status = await main(process.argv.slice(2), createOutput())
// Pipes are written behind our back on some systems: what was printed must be out before we end.
process.stdout.write('', () => process.exit(status))
