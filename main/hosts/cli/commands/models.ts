import type { EngineRow } from '../../../../shared/contract/models.ts'
import { CODEC_IDS } from '../../../../shared/grammar/codecs.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { userPath } from '../../node/user-path.ts'
import { type Arguments, required, UsageError } from '../arguments.ts'
import { type Command, type CommandContext, watchToEnd } from '../command.ts'
import { columns } from '../output.ts'
import { readSecret } from '../read-secret.ts'
import { checkModel, isFolder } from './check-model.ts'

type Part = Pick<CommandContext, 'client' | 'out' | 'json'>

async function print({ out, json }: Pick<Part, 'out' | 'json'>, engine: EngineRow): Promise<void> {
  if (json) return out.json(JSON.stringify(engine))
  const { name, kind, about, reason } = engine
  const state = reason === null ? 'ready' : 'unusable'
  const says = reason === null ? about : `${about} ${reason}`
  await out.line(
    columns([
      [name, 20],
      [kind, 8],
      [state, 8],
      [says, 0],
    ]),
  )
}

async function list({ client, ...part }: Part): Promise<void> {
  const { engines } = await client.call('model.list', {})
  for (const engine of engines) await print(part, engine)
  if (!part.json) part.out.note(`Codecs: ${CODEC_IDS.join(', ')}.`)
}

/** What of a server can be told when it is added; null for a folder, which takes none of it. */
function serverOptions(args: Arguments) {
  const concurrency = args.number('concurrency', { min: 1, max: 1024, integer: true })
  const [model, privateAllowed] = [args.text('model'), args.flag('private')]
  if (model === null && concurrency === null && !privateAllowed) return null
  return { model, privateAllowed, ...(concurrency === null ? {} : { concurrency }) }
}

async function add({ client, args, out, json }: CommandContext, what: string): Promise<void> {
  const isServer = what.includes('://')
  const place = isServer ? what : userPath(what)
  const name = required(args, 'name')
  await print(
    { out, json },
    await client.call('model.add', {
      ...{ name, place, server: serverOptions(args), loops: args.flag('loops') },
    }),
  )
  if (!isServer) return
  // It stays on the list: a server may want its key first, or be started later.
  const checked = client.call('server.check', { name })
  const told = await checked.then(
    ({ text }) => text,
    (error: Error) => `It cannot be asked yet. ${error.message}`,
  )
  out.note(told)
}

/** A folder, or a model that was added: what its files or its server tell. */
async function check(part: Part & Pick<CommandContext, 'args'>, what: string): Promise<void> {
  const { client, out, json } = part
  const { engines } = isFolder(what) ? { engines: [] } : await client.call('model.list', {})
  const isLocal = engines.some(({ name, kind }) => name === what && kind === 'local')
  if (isFolder(what) || isLocal) return checkModel(part, what)
  const found = await client.call('server.check', { name: what })
  if (json) await out.json(JSON.stringify(found))
  else await out.line(found.text)
}

async function setKey({ client, args, out }: CommandContext, name: string): Promise<void> {
  const isForgotten = args.flag('forget')
  const key = isForgotten ? null : await readSecret(`Key of the server of ${name}`)
  if (key === '') throw new ServiceError('bad-input', 'No key came on standard input.')
  const { origin, keptHow } = await client.call('server.setKey', { name, key })
  out.note(
    isForgotten
      ? `The key for ${origin} is forgotten.`
      : `The key for ${origin} is kept. ${keptHow}`,
  )
}

async function selfTest(ctx: CommandContext): Promise<void> {
  const cancelled = 'The self-test was given up.'
  const last = await watchToEnd(ctx, 'runtime.selfTest', {}, { cancelled })
  for (const row of (ctx.json && last?.rows) || []) await ctx.out.json(JSON.stringify(row))
  if (!ctx.json) await ctx.out.line(last?.text ?? '')
}

/** `ndw models`: every engine, and why one cannot be used; adds, checks or removes one, and takes its key. */
export const models: Command = {
  usage:
    'models | models add FOLDER|URL --name NAME [--model ID] [--concurrency N] [--private] [--loops] | models check FOLDER|NAME [--loops] | models key NAME [--forget] | models remove NAME | models --self-test',
  about:
    'list the models and baselines that can predict, and why others cannot; add a model folder or the address of a completions server, tell what is known of a folder before it is run or ask a server what it is, give its key on standard input, or take one off the list; try what can run models on this machine',
  options: {
    name: { type: 'string' },
    model: { type: 'string' },
    concurrency: { type: 'string' },
    private: { type: 'boolean' },
    loops: { type: 'boolean' },
    forget: { type: 'boolean' },
    'self-test': { type: 'boolean' },
  },
  positionals: ['add|check|key|remove?', 'FOLDER|URL|NAME?'],
  missingStore: 'not needed',
  run: async (ctx) => {
    const [act, what] = ctx.args.positionals
    if (ctx.args.flag('self-test')) await selfTest(ctx)
    else if (act === undefined) await list(ctx)
    else if (what === undefined) throw notUnderstood()
    else if (act === 'add') await add(ctx, what)
    else if (act === 'check') await check(ctx, what)
    else if (act === 'key') await setKey(ctx, what)
    else if (act === 'remove') {
      await ctx.client.call('model.remove', { name: what })
      ctx.out.note(`${what} is off the list; its files are where they were.`)
    } else throw notUnderstood()
    return 0
  },
}

function notUnderstood(): UsageError {
  return new UsageError(
    'models takes add FOLDER|URL --name NAME, check FOLDER|NAME, key NAME, remove NAME, or nothing.',
  )
}
