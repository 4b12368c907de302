import { programTitle } from '../../../../shared/base/words.ts'
import type { JobRow } from '../../../../shared/contract/jobs.ts'
import type { GivenRequest } from '../../../../shared/contract/recording.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { type Command, type CommandContext, followJob } from '../command.ts'
import { traceLine } from '../output.ts'
import { RECORD_OPTIONS, RECORD_USAGE, readRequest } from '../record-options.ts'

/** `ndw trace PATH`: records every program of a path; status 1 when one could not be recorded, but for skipped tests. */
export const trace: Command = {
  usage: `trace (PATH [--call EXPR] | --pytest FILE[::TEST] | --resume [--job ID]) [--probe] [--consent]
      ${RECORD_USAGE}`,
  about: `record a .py file, a folder of them, a JSONL of programs, or tests that pytest runs
      --timeout: the most seconds that one program runs, 10 where it is not given; collecting the tests of --pytest
      may take as long too, and 120 s in any case`,
  options: {
    call: { type: 'string' },
    pytest: { type: 'string' },
    probe: { type: 'boolean' },
    resume: { type: 'boolean' },
    consent: { type: 'boolean' },
    job: { type: 'string' },
    ...RECORD_OPTIONS,
  },
  positionals: ['PATH?'],
  missingStore: 'made',
  run: async (ctx) => {
    const request = ctx.args.flag('resume') ? null : readRequest(ctx.args)
    if (request === null) return follow(ctx, await resume(ctx))
    if (ctx.args.flag('consent')) await ctx.client.call('trace.consent', { agree: true })
    if (ctx.args.flag('probe')) return probe(ctx, request)
    const { job } = await ctx.client.call('trace.record', request)
    return follow(ctx, job)
  },
}

async function probe(ctx: CommandContext, request: GivenRequest): Promise<0> {
  const { job } = await ctx.client.call('trace.probe', request)
  const { text, result } = await followJob(ctx, job, async () => {})
  if (ctx.json) await ctx.out.json(JSON.stringify(result))
  else await ctx.out.line(text)
  return 0
}

/** Starts the latest recording that did not come to its end once more; what it had recorded is found done. */
async function resume({ client, args }: CommandContext): Promise<string> {
  const wanted = args.text('job')
  const { rows } = await client.call('job.page', { offset: 0, limit: 500 })
  const row = wanted === null ? latestUnfinished(rows) : rows.find(({ job }) => job === wanted)
  if (row === undefined) {
    const which =
      wanted === null ? 'No recording of this store is unfinished' : `There is no job ${wanted}`
    throw new ServiceError('not-found', `${which}; nothing to resume.`)
  }
  return (await client.call('job.again', { job: row.job })).job
}

/** Newest first; one that came to its end in a later attempt is finished. */
function latestUnfinished(rows: readonly JobRow[]): JobRow | undefined {
  const finished = new Set<string>()
  for (const row of rows) {
    if (row.kind !== 'record') continue
    if (row.state === 'done') finished.add(row.title)
    else if (!finished.has(row.title)) return row
  }
  return undefined
}

/** What a program raised that ended by it; where the recording was stopped, the notice says why. */
function errorRemark({ exit, stopReason, error }: Record<string, unknown>): string {
  if (exit !== 'error' || stopReason !== 'ended' || typeof error !== 'string') return ''
  return `  error: ${error.replaceAll('\n', '⏎')}`
}

async function follow(ctx: CommandContext, job: string): Promise<0 | 1> {
  const { out, json } = ctx
  let failures = 0
  const row = await followJob(ctx, job, async (made) => {
    if (made.recording === true) return
    if (made.failure !== null) failures++
    const said = made.failure ?? made.notice
    if (said !== null) out.note(`${programTitle(made.program, made.entry)}: ${said}`)
    if (json) await out.json(JSON.stringify(made))
    else if (made.trace !== null) await out.line(traceLine(made, errorRemark(made)))
  })
  out.note(row.text)
  return failures === 0 ? 0 : 1
}
