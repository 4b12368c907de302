import { TRACE_IMPORT_FORMATS } from '../../../../shared/contract/trace-files.ts'
import { userPath } from '../../node/user-path.ts'
import { UsageError } from '../arguments.ts'
import { type Command, followJob } from '../command.ts'
import { traceLine } from '../output.ts'

/** `ndw import FORMAT FILE`: a line a trace taken, a sentence for each refused; status 1 when one was. */
export const importCommand: Command = {
  usage: 'import jsonl|cwm|pytutor FILE',
  about: 'read traces from a file and say which were taken, which refused, and why',
  options: {},
  positionals: ['FORMAT', 'FILE'],
  missingStore: 'made',
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const [given, file] = args.positionals.map(String)
    const format = TRACE_IMPORT_FORMATS.find((name) => name === given)
    if (format === undefined || file === undefined) {
      throw new UsageError(`FORMAT is ${TRACE_IMPORT_FORMATS.join(', ')}, not ${given}.`)
    }
    const { job } = await client.call('trace.import', { format, path: userPath(file) })
    let refused = 0
    const row = await followJob(ctx, job, async (made) => {
      // A long trace is told of twice; what counts is that it is whole.
      if (made.recording === true) return
      if (made.failure !== null) {
        refused++
        out.note(String(made.failure))
      } else {
        for (const note of made.notes as string[]) out.note(`${made.program}: ${note}.`)
      }
      if (json) await out.json(JSON.stringify(made))
      else if (made.failure === null) {
        const known = made.known === true ? ' (known before)' : ''
        await out.line(traceLine(made, known))
      }
    })
    out.note(row.text)
    return refused === 0 ? 0 : 1
  },
}
