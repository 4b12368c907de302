import { EXPORT_FORMATS } from '../../../../shared/contract/exports.ts'
import { CODEC_IDS } from '../../../../shared/grammar/codecs.ts'
import { userPath } from '../../node/user-path.ts'
import { required, UsageError } from '../arguments.ts'
import { type Command, followJob } from '../command.ts'

/** `ndw export`: writes the filtered trajectories and their manifest, re-reads and checks them. */
export const exportCommand: Command = {
  usage: `export --format jsonl --out DIR [--where TEXT] [--codec ${CODEC_IDS.join('|')}]`,
  about: 'write the filtered trajectories with a manifest, checked after writing',
  options: {
    format: { type: 'string' },
    out: { type: 'string' },
    where: { type: 'string' },
    codec: { type: 'string' },
  },
  positionals: [],
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const formatText = required(args, 'format')
    const format = EXPORT_FORMATS.find((name) => name === formatText)
    if (format === undefined) {
      throw new UsageError(`--format takes ${EXPORT_FORMATS.join(' or ')}, not ${formatText}.`)
    }
    const { job } = await client.call('export.start', {
      format,
      codec: args.text('codec') ?? 'nd@1',
      directory: userPath(required(args, 'out')),
      where: args.text('where') ?? '',
    })
    const row = await followJob(ctx, job, async () => {})
    if (json) await out.json(JSON.stringify(row.result))
    else await out.line(row.text)
    return 0
  },
}
