import {
  DEFAULT_MAX_STEPS,
  DEFAULT_TIMEOUT_SECONDS,
} from '../../../../shared/contract/recording.ts'
import { userPath } from '../../node/user-path.ts'
import { type Command, followJob } from '../command.ts'
import { columns } from '../output.ts'

/** `ndw trace PATH`: records every program of a path; status 1 when one could not be recorded. */
export const trace: Command = {
  usage: 'trace PATH [--call EXPR] [--max-steps N] [--timeout S]',
  about: 'record a .py file, a folder of them, or a JSONL of programs',
  options: {
    call: { type: 'string' },
    'max-steps': { type: 'string' },
    timeout: { type: 'string' },
  },
  positionals: ['PATH'],
  run: async (ctx) => {
    const { args, client, out, json } = ctx
    const maxSteps = args.number('max-steps', { min: 1, max: 5_000_000, integer: true })
    const timeoutSeconds = args.number('timeout', { min: 0.05, max: 3600, integer: false })
    const { job } = await client.call('trace.record', {
      source: {
        from: 'path',
        path: userPath(String(args.positionals[0])),
        call: args.text('call'),
      },
      limits: {
        maxSteps: maxSteps ?? DEFAULT_MAX_STEPS,
        timeoutSeconds: timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
      },
    })
    let failures = 0
    const row = await followJob(ctx, job, async (made) => {
      if (made.failure !== null) {
        failures++
        out.note(`${made.program}: ${made.failure}`)
      } else if (made.stopReason !== 'ended') {
        out.note(`${made.program}: ${made.notice}`)
      }
      if (json) await out.json(JSON.stringify(made))
      else if (made.trace !== null) await out.line(traceLine(made))
    })
    out.note(row.text)
    return failures === 0 ? 0 : 1
  },
}

function traceLine(made: Record<string, unknown>): string {
  return columns([
    [String(made.trace), 18],
    [`${made.events} events`, 14],
    [`depth ${made.depth}`, 10],
    [`${made.exit}`, 6],
    [`${made.stopReason}`, 12],
    [String(made.program), 0],
  ])
}
