import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { directionsOf, POLICIES, policyByName } from '../../../../shared/trajectory/policies.ts'
import { policyWords } from '../../../../shared/trajectory/policy-words.ts'
import { UsageError } from '../arguments.ts'
import type { Command, CommandContext } from '../command.ts'
import { columns } from '../output.ts'
import { policyFile, policyNamed } from '../read-recipe.ts'

type Part = Pick<CommandContext, 'out' | 'json' | 'client'>

async function list({ out, json, client }: Part): Promise<void> {
  const { policies } = await client.call('policy.own', {})
  for (const policy of [...POLICIES, ...policies]) {
    const directions = directionsOf(policy)
    const { name, about } = policy
    const own = policies.includes(policy)
    if (json) await out.json(JSON.stringify({ name, directions, about, own }))
    else
      await out.line(
        columns([
          [name, 18],
          [directions.join(', '), 17],
          [own ? `own: ${about}` : about, 0],
        ]),
      )
  }
}

async function check(file: string, { out, json }: Part): Promise<void> {
  const policy = await policyFile(file)
  if (json) await out.json(JSON.stringify({ ok: true, policy }))
  else for (const sentence of policyWords(policy)) await out.line(sentence)
}

async function show(name: string, { out, json, client }: Part): Promise<void> {
  const { policies: own } = await client.call('policy.own', {})
  const found = await policyNamed(name, own)
  const policy = typeof found === 'string' ? policyByName(found) : found
  if (policy === null) throw new ServiceError('not-found', `There is no policy ${name}.`)
  await (json ? out.json(JSON.stringify(policy)) : out.raw(`${JSON.stringify(policy, null, 2)}\n`))
}

async function add(file: string, { out, json, client }: Part): Promise<void> {
  const policy = await policyFile(file)
  await client.call('policy.save', { policy, was: null })
  if (json) await out.json(JSON.stringify({ added: policy.name }))
  else await out.line(`${policy.name} is kept with the workspace.`)
}

async function remove(name: string, { out, json, client }: Part): Promise<void> {
  await client.call('policy.remove', { name })
  if (json) await out.json(JSON.stringify({ removed: name }))
  else await out.line(`${name} was removed; trajectories drawn by it keep its document.`)
}

const ACTS: Readonly<Record<string, (what: string, part: Part) => Promise<void>>> = {
  show,
  check,
  add,
  remove,
}

/** `ndw policy`: the policies that come along and the workspace's own, and what a document says. */
export const policy: Command = {
  usage:
    'policy list | policy show NAME | policy check FILE | policy add FILE | policy remove NAME',
  about:
    'list the policies that come along and those kept with the workspace; print one as a document to start from; say in sentences what a document draws, or where it is wrong; keep one with the workspace, or take it off',
  options: {},
  positionals: ['list|show|check|add|remove?', 'NAME|FILE?'],
  missingStore: 'not needed',
  run: async (ctx) => {
    const [name = '', what] = ctx.args.positionals
    const act = ACTS[name]
    if (name === 'list' && what === undefined) await list(ctx)
    else if (act !== undefined && what !== undefined) await act(what, ctx)
    else throw new UsageError('policy takes list, show NAME, check FILE, add FILE or remove NAME.')
    return 0
  },
}
