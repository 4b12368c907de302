import type { EngineRow } from '../../../../shared/contract/models.ts'
import { CODEC_IDS } from '../../../../shared/grammar/codecs.ts'
import { userPath } from '../../node/user-path.ts'
import { required, UsageError } from '../arguments.ts'
import type { Command, CommandContext } from '../command.ts'
import { columns } from '../output.ts'

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

/** `ndw models`: every engine, and why one cannot be used; adds one, or takes it off the list. */
export const models: Command = {
  usage: 'models | models add FOLDER|URL --name NAME | models remove NAME',
  about:
    'list the models and baselines that can predict, and why others cannot; add a model folder or the address of a server, or take one off the list',
  options: { name: { type: 'string' } },
  positionals: ['add|remove?', 'FOLDER|URL|NAME?'],
  missingStore: 'not needed',
  run: async ({ client, args, out, json }) => {
    const [act, what] = args.positionals
    if (act === undefined) await list({ client, out, json })
    else if (act === 'add' && what !== undefined) {
      const place = what.includes('://') ? what : userPath(what)
      const added = await client.call('model.add', { name: required(args, 'name'), place })
      await print({ out, json }, added)
    } else if (act === 'remove' && what !== undefined) {
      await client.call('model.remove', { name: what })
      out.note(`${what} is off the list; its files are where they were.`)
    } else throw new UsageError('models takes add FOLDER|URL --name NAME, remove NAME, or nothing.')
    return 0
  },
}
