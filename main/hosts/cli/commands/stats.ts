import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import { type CountNews, OWN_TOKENIZER } from '../../../../shared/contract/trajectories.ts'
import { CODEC_IDS } from '../../../../shared/grammar/codecs.ts'
import type { Counts, Spread } from '../../../../shared/grammar/count.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { type Command, type CommandContext, watchToEnd } from '../command.ts'
import { tokenizerName } from './codec.ts'

/** `ndw stats`: tokens, actions and events per trajectory of a set, as in the paper's Figure 5. */
export const stats: Command = {
  usage: `stats [--where EXPR] [--codec ${CODEC_IDS.join('|')}] [--tokenizer own|FILE]`,
  about:
    'count tokens, actions and events per trajectory of those the filter keeps: mean, 25 to 90 % range, and all together',
  options: {
    where: { type: 'string' },
    codec: { type: 'string' },
    tokenizer: { type: 'string' },
  },
  positionals: [],
  run: async (ctx) => {
    const { args, out, json } = ctx
    const codec = args.text('codec') ?? 'nd@1'
    const tokenizer = tokenizerName(args.text('tokenizer') ?? OWN_TOKENIZER)
    const where = args.text('where') ?? ''
    const { counts, refused, refusal, ...news } = await countAll(ctx, { where, codec, tokenizer })
    const told =
      refusal === null ? null : `${codec} cannot tell ${refusedWords(refused)}. ${refusal}`
    if (counts.trajectories === 0) {
      throw new ServiceError('not-found', told ?? 'No trajectory matches the filter.')
    }
    if (told !== null) out.note(told)
    const about = { codec, tokenizer: news.tokenizer, where }
    if (json) await out.json(JSON.stringify({ ...about, refused, refusal, ...counts }))
    else for (const line of tableOf(about, counts)) await out.line(line)
    return 0
  },
}

function refusedWords(count: number): string {
  return `${formatNoun(count, 'trajectory', 'trajectories')}, which ${count === 1 ? 'is' : 'are'} not counted`
}

type Counted = CountNews & { readonly counts: Counts }

const STOPPED = 'Counting was stopped before its end.'

async function countAll(
  ctx: CommandContext,
  input: { readonly where: string; readonly codec: string; readonly tokenizer: string },
): Promise<Counted> {
  const last = await watchToEnd(ctx, 'trajectory.counts', input, {
    onItem: ({ done, total, counts }) => {
      if (counts === null) ctx.out.progress(`${formatCount(done)} of ${formatCount(total)} counted`)
    },
    cancelled: STOPPED,
  })
  if (last?.counts) return { ...last, counts: last.counts }
  throw new ServiceError('cancelled', STOPPED)
}

const NAME_WIDTH = 22
const NUMBER_WIDTH = 14

function row(name: string, numbers: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + numbers.map((number) => number.padStart(NUMBER_WIDTH)).join('')
}

function round(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 1 })
}

function spreadRow(name: string, { mean, p25, p90, total }: Spread): string {
  return row(name, [mean, p25, p90, total].map(round))
}

function namedRows(spreads: Readonly<Record<string, Spread>>): string[] {
  return Object.entries(spreads)
    .sort(([, a], [, b]) => b.total - a.total)
    .map(([name, spread]) => spreadRow(`  ${name}`, spread))
}

function tableOf(
  { codec, tokenizer }: { readonly codec: string; readonly tokenizer: string },
  counts: Counts,
): string[] {
  return [
    `${formatNoun(counts.trajectories, 'trajectory', 'trajectories')} as ${codec}, tokens of ${tokenizer}`,
    row('per trajectory', ['mean', '25 %', '90 %', 'all']),
    spreadRow('tokens', counts.tokens),
    spreadRow('actions', counts.actions),
    ...namedRows(counts.byAction),
    spreadRow('events', counts.events),
    ...namedRows(counts.byEvent),
  ]
}
