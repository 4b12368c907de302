import type { PredictionRow } from '../../../../shared/contract/models.ts'
import { readableCodec } from '../../../../shared/grammar/codecs.ts'
import { type Arguments, required } from '../arguments.ts'
import { type Command, type CommandContext, watchToEnd } from '../command.ts'
import { columns } from '../output.ts'

const USUAL_CODEC = 'nd@1'

/** Options of every command that asks an engine. */
export const ENGINE_OPTIONS = {
  model: { type: 'string' },
  faults: { type: 'string' },
  codec: { type: 'string' },
  seed: { type: 'string' },
  'max-tokens': { type: 'string' },
  free: { type: 'boolean' },
} as const

/** The engine and its settings as a request names them. */
export async function engineOptions({ args, client }: Pick<CommandContext, 'args' | 'client'>) {
  const model = required(args, 'model')
  return {
    model,
    faults: args.text('faults'),
    codec: args.text('codec') ?? (await usualCodec(client, model)),
    seed: args.number('seed', { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }) ?? 0,
    ...maxTokens(args),
    ...(args.flag('free') ? { constraint: 'none' as const } : {}),
  }
}

/** `nd@1`, unless it is a model folder that was trained on others alone. */
async function usualCodec(client: CommandContext['client'], name: string): Promise<string> {
  const { engines } = await client.call('model.list', {})
  const isFolder = engines.some((one) => one.name === name && one.kind === 'local')
  if (!isFolder) return USUAL_CODEC
  // A folder that cannot be used says why where it is asked.
  const found = await client.call('model.check', { place: name }).catch(() => null)
  return readableCodec(USUAL_CODEC, found?.codecs)
}

function maxTokens(args: Arguments) {
  const most = args.number('max-tokens', { min: 1, max: 1_000_000, integer: true })
  return most === null ? {} : { maxTokens: most }
}

/** `ndw predict TRAJECTORY`: its steps predicted one by one, each after the real ones before it. */
export const predict: Command = {
  usage:
    'predict TRAJECTORY --model NAME [--faults CLASS=RATE,…] [--step N] [--codec CODEC] [--seed N] [--max-tokens N] [--free]',
  about: 'predict the steps of a trajectory and hold each against the real state',
  options: { ...ENGINE_OPTIONS, step: { type: 'string' } },
  positionals: ['TRAJECTORY'],
  run: async (ctx) => {
    const { args, out, json } = ctx
    const input = {
      ...(await engineOptions(ctx)),
      trajectory: String(args.positionals[0]),
      step: args.number('step', { min: 0, max: 1_000_000_000, integer: true }),
    }
    let [all, right] = [0, 0]
    let printing = Promise.resolve()
    await watchToEnd(ctx, 'model.predict', input, {
      onItem: (row) => {
        all++
        if (row.verdict === 'match') right++
        const text = json ? JSON.stringify(row) : predictionLine(row)
        printing = printing.then(() => (json ? out.json(text) : out.line(text)))
      },
      cancelled: 'The prediction was given up; nothing was kept.',
    })
    await printing
    out.note(`${right} of ${all} right.`)
    return 0
  },
}

function predictionLine(row: PredictionRow): string {
  const { step, action, operand, verdict, error, path, line } = row
  const asked = operand === null ? action : `${action} ${operand.trim()}`
  const ambiguous = line?.isAmbiguous === true ? ' (ambiguous)' : ''
  const at = line === null ? '' : `line ${line.number ?? '?'}${ambiguous}`
  return columns([
    [`${step}`, 5],
    [asked, 24],
    [verdict, 11],
    [at, 10],
    [error === null ? '' : [error, path].filter((part) => part !== null).join(' '), 0],
  ])
}
