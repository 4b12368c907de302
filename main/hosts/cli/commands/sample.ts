import { formatNoun } from '../../../../shared/base/words.ts'
import { DIRECTIONS, type Direction } from '../../../../shared/trajectory/types.ts'
import { type Arguments, required, UsageError } from '../arguments.ts'
import { type Command, type CommandContext, followJob } from '../command.ts'
import { columns } from '../output.ts'
import { mixFile, policyNamed, sharedName } from '../read-recipe.ts'

/** `ndw sample`: draws trajectories of a policy or a mix; the same seed and store give the same ones. */
export const sample: Command = {
  usage:
    'sample (--trace ID | --all [--where QUERY]) --policy NAME|FILE --seed N --count N [--direction forward|inverse] [--entry FUNCTION] | sample --mix FILE [--tokens N] [--seed N] [--where QUERY]',
  about:
    'draw trajectories under a policy, --count of each trace, or by a mix, whose budget and seed --tokens and --seed replace',
  options: {
    trace: { type: 'string' },
    all: { type: 'boolean' },
    where: { type: 'string' },
    policy: { type: 'string' },
    mix: { type: 'string' },
    tokens: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    direction: { type: 'string' },
    entry: { type: 'string' },
  },
  positionals: [],
  run: async (ctx) => {
    const { args, out, json } = ctx
    const isMix = args.text('mix') !== null
    const { job } = isMix ? await startMix(ctx) : await startPolicy(ctx)
    const drawn: Record<string, unknown>[] = []
    const row = await followJob(ctx, job, async (made) => void drawn.push(made))
    // Only now are they in the store: a cancelled job leaves none, so none was told.
    for (const made of drawn) {
      if (json) await out.json(JSON.stringify(made))
      else await out.line(trajectoryLine(made))
    }
    out.note(row.text)
    return 0
  },
}

async function startPolicy({ args, client, out }: CommandContext): Promise<{ job: string }> {
  const trace = args.text('trace')
  if ((trace === null) === !args.flag('all')) {
    throw new UsageError('sample takes exactly one of --trace ID, --all and --mix FILE.')
  }
  if (args.text('tokens') !== null) {
    throw new UsageError('--tokens is the budget of a mix; a policy draws --count of each trace.')
  }
  required(args, 'seed')
  required(args, 'count')
  const { policies: own } = await client.call('policy.own', {})
  const policy = await policyNamed(required(args, 'policy'), own)
  const warning = sharedName(policy)
  if (warning !== null) out.note(warning)
  return client.call('trajectory.sample', {
    trace,
    where: args.text('where') ?? '',
    policy,
    seed: args.number('seed', { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }) ?? 0,
    count: args.number('count', { min: 1, max: 100_000, integer: true }) ?? 1,
    direction: directionOf(args),
    entry: args.text('entry'),
  })
}

/** Options that a mix says itself. */
const OF_POLICY = ['trace', 'policy', 'count', 'direction', 'entry'] as const

async function startMix({ args, client }: CommandContext): Promise<{ job: string }> {
  const other = OF_POLICY.find((name) => args.text(name) !== null)
  if (other !== undefined) throw new UsageError(`--${other} and --mix exclude each other.`)
  const limits = { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }
  const tokens = args.number('tokens', { ...limits, min: 1 })
  const seed = args.number('seed', limits)
  const { policies: own } = await client.call('policy.own', {})
  const mix = await mixFile(required(args, 'mix'), own)
  const budget = tokens === null ? mix.budget : { tokens }
  const given = { ...mix, budget, seed: seed ?? mix.seed }
  return client.call('mix.draw', { mix: given, where: args.text('where') ?? '' })
}

function directionOf(args: Arguments): Direction {
  const text = args.text('direction') ?? 'forward'
  const direction = DIRECTIONS.find((name) => name === text)
  if (direction === undefined) {
    throw new UsageError(`--direction takes forward or inverse, not ${text}.`)
  }
  return direction
}

function trajectoryLine(made: Record<string, unknown>): string {
  return columns([
    [String(made.trajectory), 18],
    [String(made.policy), 11],
    [String(made.direction), 7],
    [formatNoun(Number(made.steps), 'step'), 9],
    [made.exit === null ? 'cut' : String(made.exit), 9],
    [String(made.trace), 18],
    [String(made.program), 0],
  ])
}
