import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { directionsOf, POLICIES, policyByName } from '../../../../shared/trajectory/policies.ts'
import { policyWords } from '../../../../shared/trajectory/policy-words.ts'
import { UsageError } from '../arguments.ts'
import type { Command, CommandContext } from '../command.ts'
import { columns } from '../output.ts'
import { policyFile, policyNamed } from '../read-recipe.ts'

type Part = Pick<CommandContext, 'out' | 'json'>

async function list({ out, json }: Part): Promise<void> {
  for (const policy of POLICIES) {
    const directions = directionsOf(policy)
    const { name, about } = policy
    if (json) await out.json(JSON.stringify({ name, directions, about }))
    else
      await out.line(
        columns([
          [name, 18],
          [directions.join(', '), 17],
          [about, 0],
        ]),
      )
  }
}

async function check(file: string, { out, json }: Part): Promise<void> {
  const policy = await policyFile(file)
  if (json) await out.json(JSON.stringify({ ok: true, policy }))
  else for (const sentence of policyWords(policy)) await out.line(sentence)
}

async function show(name: string, { out, json }: Part): Promise<void> {
  const found = await policyNamed(name)
  const policy = typeof found === 'string' ? policyByName(found) : found
  if (policy === null) throw new ServiceError('not-found', `There is no policy ${name}.`)
  await (json ? out.json(JSON.stringify(policy)) : out.raw(`${JSON.stringify(policy, null, 2)}\n`))
}

/** `ndw policy`: the policies that come along, and what a document says. */
export const policy: Command = {
  usage: 'policy list | policy show NAME | policy check FILE',
  about:
    'list the policies that come along; print one as a document to start from; say in sentences what a document draws, or where it is wrong',
  options: {},
  positionals: ['list|show|check?', 'NAME|FILE?'],
  missingStore: 'not needed',
  run: async ({ args: { positionals }, out, json }) => {
    const [act, what] = positionals
    if (act === 'list' && what === undefined) await list({ out, json })
    else if (act === 'check' && what !== undefined) await check(what, { out, json })
    else if (act === 'show' && what !== undefined) await show(what, { out, json })
    else throw new UsageError('policy takes list, show NAME or check FILE.')
    return 0
  },
}
