import { PAGE_LIMIT } from '../../../../shared/contract/common.ts'
import type { TraceRow } from '../../../../shared/contract/traces.ts'
import type { Command } from '../command.ts'
import { columns } from '../output.ts'

/** `ndw traces`: one line a trace, in the order of recording. */
export const traces: Command = {
  usage: 'traces [--where TEXT]',
  about: 'list recorded traces, one a line',
  options: { where: { type: 'string' } },
  positionals: [],
  run: async ({ args, client, out, json, signal }) => {
    const where = args.text('where') ?? ''
    for (let offset = 0; !signal.aborted && !out.isClosed(); offset += PAGE_LIMIT) {
      const page = await client.call('trace.page', {
        where,
        sort: { column: 'recordedAt', descending: false },
        offset,
        limit: PAGE_LIMIT,
      })
      for (const row of page.rows) {
        if (json) await out.json(JSON.stringify(row))
        else await out.line(traceLine(row))
      }
      if (page.rows.length < PAGE_LIMIT) {
        if (!json) out.note(`${page.total} of ${page.unfiltered} traces`)
        break
      }
    }
    return signal.aborted ? 1 : 0
  },
}

function traceLine(row: TraceRow): string {
  return columns([
    [row.trace, 18],
    [`${row.events} events`, 14],
    [`depth ${row.depth}`, 10],
    [row.exit, 6],
    [row.stopReason, 12],
    [row.thread === 0 ? row.program : `${row.program} (thread ${row.thread})`, 0],
  ])
}
