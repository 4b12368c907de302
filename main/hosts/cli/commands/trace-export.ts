import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TRACE_EXPORT_FORMATS } from '../../../../shared/contract/trace-files.ts'
import { userPath } from '../../node/user-path.ts'
import { required, UsageError } from '../arguments.ts'
import { type Command, type CommandContext, followJob } from '../command.ts'

/** `ndw trace-export TRACE`: one trace as a file, or on stdout, which then gets all of it or nothing. */
export const traceExport: Command = {
  usage: 'trace-export TRACE --format jsonl|perfetto [--out FILE]',
  about:
    'write a trace to a file that import reads or Perfetto opens; without --out, or with -, to stdout',
  options: { format: { type: 'string' }, out: { type: 'string' } },
  positionals: ['TRACE'],
  run: async (ctx) => {
    const { args, out, json } = ctx
    const formatText = required(args, 'format')
    const format = TRACE_EXPORT_FORMATS.find((name) => name === formatText)
    if (format === undefined) {
      throw new UsageError(
        `--format takes ${TRACE_EXPORT_FORMATS.join(' or ')}, not ${formatText}.`,
      )
    }
    const request = { trace: String(args.positionals[0]), format }
    const file = args.text('out') ?? '-'
    if (file === '-') return toStdout(ctx, request)
    const { job } = await ctx.client.call('trace.export', { ...request, path: userPath(file) })
    const row = await followJob(ctx, job, async () => {})
    if (json) await out.json(JSON.stringify(row.result))
    else await out.line(row.text)
    return 0
  },
}

type Request = { trace: string; format: (typeof TRACE_EXPORT_FORMATS)[number] }

/** Written to a file first: a trace that cannot be exported leaves stdout empty. */
async function toStdout(ctx: CommandContext, request: Request): Promise<0 | 1> {
  const folder = await mkdtemp(join(tmpdir(), 'ndw-export-'))
  try {
    const path = join(folder, 'trace')
    const { job } = await ctx.client.call('trace.export', { ...request, path })
    await followJob(ctx, job, async () => {})
    for await (const chunk of createReadStream(path, 'utf8')) {
      if (ctx.out.isClosed() || ctx.signal.aborted) break
      await ctx.out.raw(String(chunk))
    }
    return ctx.signal.aborted ? 1 : 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
