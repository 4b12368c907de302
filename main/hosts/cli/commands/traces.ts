import { PAGE_LIMIT } from '../../../../shared/contract/common.ts'
import type { Command } from '../command.ts'
import { traceLine } from '../output.ts'

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
        else {
          const thread = row.thread === 0 ? '' : ` (thread ${row.thread})`
          await out.line(traceLine(row, thread))
        }
      }
      if (page.rows.length < PAGE_LIMIT) {
        if (!json && page.total !== null) out.note(`${page.total} of ${page.unfiltered} traces`)
        break
      }
    }
    return signal.aborted ? 1 : 0
  },
}
