import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { ListedRun, RunRow, RunSummary } from '../../../../shared/contract/runs.ts'
import { SUITES } from '../../../../shared/model/course.ts'
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

/** The set: an expression, a saved view by its name, or that of an earlier run. */
function setOf(args: Arguments) {
  const named = (['where', 'view', 'like'] as const).filter((name) => args.text(name) !== null)
  const [first, second] = named
  if (first !== undefined && second !== undefined) {
    throw new UsageError(`--${first} and --${second} exclude each other.`)
  }
  return { where: args.text('where') ?? '', view: args.text('view'), like: args.text('like') }
}

/** `ndw run`: scores a model on a set; started again after whatever end it goes on where it was. */
export const run: Command = {
  usage: `run --model NAME --suite next-state|horizon [--where EXPR | --view NAME | --like RUN] [--faults CLASS=RATE,…] [--codec CODEC] [--seed N] [--max-tokens N] [--free]`,
  about:
    'score a model on the trajectories an expression keeps; the same command goes on after a stop',
  options: {
    ...ENGINE_OPTIONS,
    suite: { type: 'string' },
    where: { type: 'string' },
    view: { type: 'string' },
    like: { type: 'string' },
  },
  positionals: [],
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const request = { ...(await engineOptions(ctx)), suite: suiteOf(args), ...setOf(args) }
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

/** What a run was of, in a line. */
export function setText({ view, where }: Pick<RunRow, 'view' | 'where'>): string {
  if (view !== null) return `view ${view}`
  return where === '' ? 'all trajectories' : where
}

function runLine(row: ListedRun): string {
  const state = row.state === 'done' ? 'done' : `${row.done} of ${row.trajectories}`
  return columns([
    [row.run, 18],
    [row.engine, 18],
    [row.suite, 10],
    [state, 12],
    [formatNoun(row.steps, 'step'), 14],
    [shareWords(row.accuracy, false), 26],
    [`seed ${row.seed}`, 8],
    [setText(row), 0],
  ])
}

type Shown = RunSummary['all']

/** Steps of a survival curve that people are shown; `--json` has all. */
const HORIZONS = [1, 2, 3, 5, 10, 20, 50, 100, 200]

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** `91.2 % (88.0 % to 94.1 %) of 1,204`. */
function shareWords({ share, interval, total }: Shown, withTotal = true): string {
  if (share === null) return 'none'
  const [low, high] = interval ?? []
  const range =
    low === undefined || high === undefined ? '' : ` (${percent(low)} to ${percent(high)})`
  return `${percent(share)}${range}${withTotal ? ` of ${formatCount(total)}` : ''}`
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
