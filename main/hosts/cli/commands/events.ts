import { PAGE_LIMIT } from '../../../../shared/contract/common.ts'
import type { z } from '../../../../shared/contract/schema.ts'
import type { EventRow } from '../../../../shared/contract/traces.ts'
import type { Command } from '../command.ts'
import { orderedJson } from '../output.ts'

type Event = z.infer<typeof EventRow>

/** `ndw events TRACE`: one line an event, with complete locals or the argument. */
export const events: Command = {
  usage: 'events TRACE',
  about: 'print the events of a trace, one a line',
  options: {},
  positionals: ['TRACE'],
  run: async ({ args, client, out, json, signal }) => {
    const trace = String(args.positionals[0])
    for (let offset = 0; !signal.aborted && !out.isClosed(); offset += PAGE_LIMIT) {
      const page = await client.call('trace.events', { trace, offset, limit: PAGE_LIMIT })
      for (const event of page.rows) {
        if (json) await out.json(eventJson(event))
        else await out.line(eventLine(event))
      }
      if (page.rows.length < PAGE_LIMIT) return 0
    }
    return out.isClosed() ? 0 : 1
  },
}

/** Locals for call and line, the argument for return and exception (neural-debugger.md 1.2). */
function eventJson(event: Event): string {
  const payload: readonly [string, string] =
    event.arg === null
      ? [
          'locals',
          orderedJson(event.locals.map(([name, value]) => [name, JSON.stringify(value.text)])),
        ]
      : ['arg', JSON.stringify(event.arg.text)]
  const { seq, kind, file, line, depth, thread, src, flags } = event
  const fields = Object.entries({
    seq,
    kind,
    line,
    function: event.function,
    depth,
    thread,
    src,
    flags,
    file,
  })
  return orderedJson([
    ...fields.map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
    payload,
    ...(event.aliases === undefined
      ? []
      : [['aliases', JSON.stringify(event.aliases)] as [string, string]]),
  ])
}

function eventLine(event: Event): string {
  const shown =
    event.arg === null
      ? event.locals.map(([name, value]) => `${name}=${value.text}`).join(', ')
      : event.arg.text
  const indent = '  '.repeat(Math.max(0, event.depth - 1))
  const place = `${event.function}:${event.line}`
  return `${String(event.seq).padStart(6)}  ${indent}${event.kind.padEnd(9)} ${place}  ${event.src.trim()}  | ${shown}`
}
