import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { RunComparison, RunRow, RunSummary } from '../../../../shared/contract/runs.ts'
import { SUITES } from '../../../../shared/model/course.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { type Arguments, required, UsageError } from '../arguments.ts'
import { type Command, followJob } from '../command.ts'
import { columns, type Output } from '../output.ts'
import { ENGINE_OPTIONS, engineOptions } from './predict.ts'

function suiteOf(args: Arguments) {
  const text = required(args, 'suite')
  const suite = SUITES.find((name) => name === text)
  if (suite === undefined) {
    throw new UsageError(`--suite takes ${SUITES.join(' or ')}, not ${text}.`)
  }
  return suite
}

/** `ndw run`: scores a model on a set; started again after whatever end it goes on where it was. */
export const run: Command = {
  usage: `run --model NAME --suite next-state|horizon [--where EXPR] [--faults CLASS=RATE,…] [--codec nd@1] [--seed N]`,
  about:
    'score a model on the trajectories an expression keeps; the same command goes on after a stop',
  options: { ...ENGINE_OPTIONS, where: { type: 'string' }, suite: { type: 'string' } },
  positionals: [],
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const where = args.text('where') ?? ''
    const request = { ...engineOptions(args), suite: suiteOf(args), where }
    const { job } = await client.call('run.start', request)
    const row = await followJob(ctx, job, async () => {})
    const found = await client.call('run.get', { run: String(row.result?.run) })
    if (json) await out.json(JSON.stringify(found))
    else await printRun(out, found.row, found.summary)
    out.note(row.text)
    return 0
  },
}

/** `ndw runs`: every run, the newest first. */
export const runs: Command = {
  usage: 'runs',
  about: 'list the runs, the newest first',
  options: {},
  positionals: [],
  run: async ({ client, out, json }) => {
    for (let offset = 0; ; ) {
      const { rows, total } = await client.call('run.page', { offset, limit: 500 })
      for (const row of rows) {
        if (json) await out.json(JSON.stringify(row))
        else await out.line(runLine(row))
      }
      offset += rows.length
      if (offset >= total || rows.length === 0) return 0
    }
  },
}

function runLine(row: RunRow): string {
  const state = row.state === 'done' ? 'done' : `${row.done} of ${row.trajectories}`
  return columns([
    [row.run, 18],
    [row.engine, 18],
    [row.suite, 10],
    [state, 12],
    [formatNoun(row.steps, 'step'), 14],
    [`seed ${row.seed}`, 8],
    [row.where === '' ? 'all trajectories' : row.where, 0],
  ])
}

type Shown = RunSummary['all']

/** Steps of a survival curve that people are shown; `--json` has all. */
const HORIZONS = [1, 2, 3, 5, 10, 20, 50, 100, 200]

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** `91.2 % (88.0 % to 94.1 %) of 1,204`. */
function shareWords({ share, interval, total }: Shown): string {
  if (share === null) return 'none'
  const [low, high] = interval ?? []
  const range =
    low === undefined || high === undefined ? '' : ` (${percent(low)} to ${percent(high)})`
  return `${percent(share)}${range} of ${formatCount(total)}`
}

async function printRun(out: Output, row: RunRow, summary: RunSummary): Promise<void> {
  const { all, byAction, components, errors, survival } = summary
  await out.line(`${row.run}  ${row.identity}${row.mark === null ? '' : `  [${row.mark}]`}`)
  const shares: [string, Shown][] = [
    ['all', all],
    ...byAction.map((one): [string, Shown] => [one.action, one]),
    ['event', components.event],
    ['line', components.line],
    ['locals', components.locals],
    ['locals as told', components.rawLocals],
    ['argument', components.argument],
  ]
  for (const [name, share] of shares) await out.line(`${name.padEnd(15)} ${shareWords(share)}`)
  for (const { error, count } of errors) {
    await out.line(`${error.padEnd(17)} ${formatCount(count)}`)
  }
  const told = survival.filter(({ step }) => HORIZONS.includes(step))
  for (const { step, share, low, high, atRisk } of told) {
    const band = `${percent(low)} to ${percent(high)}`
    await out.line(
      `right for ${formatNoun(step, 'step')}: ${percent(share)} (${band}), ${atRisk} looked at`,
    )
  }
  const few = 'Of one program no interval can be told.'
  if (all.total > 0 && all.interval === null) await out.line(few)
}

/** `ndw compare RUN RUN`: which of two models is better on one set, paired step by step. */
export const compare: Command = {
  usage: 'compare RUN RUN',
  about: 'compare two runs of one set step by step: wins, losses and ties of the second',
  options: {},
  positionals: ['RUN', 'RUN'],
  run: async ({ args, client, out, json }) => {
    const [first = '', second = ''] = args.positionals
    if (first === second) {
      throw new ServiceError('bad-input', 'Both are the same run; name two different ones.')
    }
    const found = await client.call('run.compare', { first, second })
    if (json) await out.json(JSON.stringify(found))
    else await printComparison(out, found)
    return 0
  },
}

async function printComparison(out: Output, found: RunComparison): Promise<void> {
  const { first, second, wins, losses, ties, total, programs, difference, interval, p } = found
  await out.line(`first   ${runLine(first)}`)
  await out.line(`second  ${runLine(second)}`)
  await out.line(
    `wins ${formatCount(wins)}, losses ${formatCount(losses)}, ties ${formatCount(ties)} of ${formatNoun(total, 'step')}`,
  )
  const sign = difference > 0 ? '+' : ''
  const [low, high] = interval ?? []
  const range =
    low === undefined || high === undefined ? '' : ` (${percent(low)} to ${percent(high)})`
  await out.line(`difference ${sign}${percent(difference)}${range}`)
  await out.line(
    p === null
      ? 'Of one program it cannot be told whether the difference is chance.'
      : `p ${p < 0.0001 ? '< 0.0001' : `= ${p.toFixed(4)}`}, the engines swapped by program, ${formatNoun(programs, 'program')}`,
  )
}
