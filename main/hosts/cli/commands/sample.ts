import { DIRECTIONS, type Direction } from '../../../../shared/trajectory/types.ts'
import { type Arguments, required, UsageError } from '../arguments.ts'
import { type Command, followJob } from '../command.ts'
import { columns } from '../output.ts'

/** `ndw sample`: draws trajectories from one trace or from all; the same seed and store give the same ones. */
export const sample: Command = {
  usage:
    'sample (--trace ID | --all) --policy NAME --seed N --count N [--direction forward|inverse] [--entry FUNCTION]',
  about: 'draw trajectories under a policy; --count is for each trace',
  options: {
    trace: { type: 'string' },
    all: { type: 'boolean' },
    where: { type: 'string' },
    policy: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    direction: { type: 'string' },
    entry: { type: 'string' },
  },
  positionals: [],
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const trace = args.text('trace')
    if ((trace === null) === !args.flag('all')) {
      throw new UsageError('sample takes exactly one of --trace ID and --all.')
    }
    required(args, 'seed')
    required(args, 'count')
    const { job } = await client.call('trajectory.sample', {
      trace,
      where: args.text('where') ?? '',
      policy: required(args, 'policy'),
      seed: args.number('seed', { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }) ?? 0,
      count: args.number('count', { min: 1, max: 100_000, integer: true }) ?? 1,
      direction: directionOf(args),
      entry: args.text('entry'),
    })
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
    [`${made.steps} steps`, 9],
    [made.exit === null ? 'cut' : String(made.exit), 9],
    [String(made.trace), 18],
    [String(made.program), 0],
  ])
}
