import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type {
  ComparedRow,
  ComparedSide,
  RunComparison,
  RunRow,
} from '../../../../shared/contract/runs.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { type Arguments, UsageError } from '../arguments.ts'
import type { Command, CommandContext } from '../command.ts'
import { columns, type Output } from '../output.ts'
import { percent, setText } from './runs.ts'

const PAGE = 500

/** Which flipped steps are wanted: `--rows lost|won`; null for the comparison itself. */
function rowsOf(args: Arguments): 'lost' | 'won' | null {
  const text = args.text('rows')
  if (text === null || text === 'lost' || text === 'won') return text
  throw new UsageError(`--rows takes lost or won, not ${text}.`)
}

/** `ndw compare RUN RUN`: which of two models is better on one set, paired step by step. */
export const compare: Command = {
  usage: 'compare RUN RUN [--rows lost|won]',
  about:
    'compare two runs of one set step by step: wins, losses and ties of the second, or the steps that were lost or won',
  options: { rows: { type: 'string' } },
  positionals: ['RUN', 'RUN'],
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const [first = '', second = ''] = args.positionals
    const flip = rowsOf(args)
    if (first === second) {
      throw new ServiceError('bad-input', 'Both are the same run; name two different ones.')
    }
    if (flip !== null) return printFlips(ctx, { first, second, flip })
    const found = await client.call('run.compare', { first, second })
    if (json) await out.json(JSON.stringify(found))
    else await printComparison(out, found)
    return 0
  },
}

async function printFlips(
  { client, out, json }: CommandContext,
  asked: { readonly first: string; readonly second: string; readonly flip: 'lost' | 'won' },
): Promise<0> {
  for (let offset = 0; !out.isClosed(); ) {
    const { rows, total } = await client.call('run.flips', { ...asked, offset, limit: PAGE })
    for (const row of rows) {
      if (json) await out.json(JSON.stringify(row))
      else await out.line(flipLine(row))
    }
    offset += rows.length
    if (offset < total && rows.length > 0) continue
    out.note(`${formatNoun(total, 'step')} ${asked.flip}.`)
    break
  }
  return 0
}

function sideText(side: ComparedSide): string {
  if (side === null) return 'not reached'
  if (side.verdict === 'match') return 'right'
  return [side.error ?? side.verdict, side.path].filter((part) => part !== null).join(' ')
}

function flipLine(row: ComparedRow): string {
  const { program, trajectory, step, action, operand, first, second } = row
  return columns([
    [trajectory, 18],
    [`${step}`, 5],
    [operand === null ? action : `${action} ${operand.trim()}`, 24],
    [sideText(first), 24],
    [sideText(second), 24],
    [program, 0],
  ])
}

function sideLine(row: RunRow): string {
  return columns([
    [row.run, 18],
    [row.engine, 18],
    [row.suite, 10],
    [formatNoun(row.steps, 'step'), 14],
    [`seed ${row.seed}`, 8],
    [setText(row), 0],
  ])
}

async function printComparison(out: Output, found: RunComparison): Promise<void> {
  const { first, second, wins, losses, ties, total, programs, difference, interval, p } = found
  await out.line(`first   ${sideLine(first)}`)
  await out.line(`second  ${sideLine(second)}`)
  await out.line(
    `wins ${formatCount(wins)}, losses ${formatCount(losses)}, ties ${formatCount(ties)} of ${formatNoun(total, 'step')}`,
  )
  const sign = difference > 0 ? '+' : ''
  const [low, high] = interval ?? []
  const range =
    low === undefined || high === undefined ? '' : ` (${percent(low)} to ${percent(high)})`
  await out.line(`difference ${sign}${percent(difference)}${range}`)
  for (const one of found.byAction) {
    const own = `${one.action.padEnd(15)} ${one.difference > 0 ? '+' : ''}${percent(one.difference)}`
    const counts = `wins ${formatCount(one.wins)}, losses ${formatCount(one.losses)}`
    await out.line(`${own.padEnd(26)} ${counts} of ${formatCount(one.total)}`)
  }
  await out.line(
    p === null
      ? 'Of one program it cannot be told whether the difference is chance.'
      : `p ${p < 0.0001 ? '< 0.0001' : `= ${p.toFixed(4)}`}, the engines swapped by program, ${formatNoun(programs, 'program')}`,
  )
}
