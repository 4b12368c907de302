import { formatCount, programTitle } from '../../../../shared/base/words.ts'
import { PAGE_LIMIT } from '../../../../shared/contract/common.ts'
import {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchNews,
} from '../../../../shared/contract/search.ts'
import { isEmptyQuery, wordQuery } from '../../../../shared/query/search-words.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { UsageError } from '../arguments.ts'
import { type Command, type CommandContext, watchToEnd } from '../command.ts'
import { columns } from '../output.ts'

const DEFAULT_LIMIT = 50

function kindOf(text: string | null): SearchKind | null {
  if (text === null) return null
  const kind = SEARCH_KINDS.find((one) => one === text)
  if (kind !== undefined) return kind
  throw new UsageError(`--kind is one of ${SEARCH_KINDS.join(', ')}, not ${text}.`)
}

/** Follows a search to its end, telling how far the index has come, and answers with its last hits. */
async function find(
  ctx: CommandContext,
  input: { text: string; kind: SearchKind | null; limit: number },
): Promise<SearchNews> {
  let last = null as SearchNews | null
  await watchToEnd(ctx, 'search.find', input, {
    onItem: (news) => {
      if (news.groups !== null) last = news
      if (news.done < news.total && news.incomplete === null) {
        const share = Math.floor((100 * news.done) / news.total)
        ctx.out.progress(`Indexing what was recorded since the last search: ${share} %`)
      }
    },
    cancelled: 'The search was cancelled; what it indexed stays.',
  })
  if (last === null) throw new ServiceError('failed', 'The search gave no answer.')
  return last
}

function hitLine(hit: SearchHit): string {
  const place = hit.seq === null ? `${hit.trace} (did not run)` : `${hit.trace} ${hit.seq}`
  const file = hit.file === null ? '' : ` ${hit.file}`
  const where = `${programTitle(hit.program, hit.entry)}${file}:${hit.line}`
  const held = hit.kind === 'value' ? `${hit.variable ?? hit.event ?? ''} = ` : ''
  const text = `${held}${hit.text.trim().replaceAll('\n', '⏎')}`
  return columns([
    [hit.kind, 6],
    [place, 26],
    [where, 0],
    [text, 0],
  ])
}

/** `ndw search TEXT`: lines of programs, names of variables and recorded values, one hit a line. */
export const search: Command = {
  usage: 'search TEXT [--kind source|name|value] [--limit N]',
  about: `lines of programs, names of variables and recorded values that hold every word of TEXT, the last one as the beginning of a word; at most N of each kind, ${DEFAULT_LIMIT} unless given`,
  options: { kind: { type: 'string' }, limit: { type: 'string' } },
  positionals: ['TEXT'],
  run: async (ctx) => {
    const { args, out, json } = ctx
    const text = args.positionals[0] ?? ''
    const kind = kindOf(args.text('kind'))
    const limit = args.number('limit', { min: 1, max: PAGE_LIMIT, integer: true }) ?? DEFAULT_LIMIT
    if (isEmptyQuery(wordQuery(text))) {
      throw new UsageError('TEXT holds no word: type letters, digits or underscores.')
    }
    const { groups, incomplete } = await find(ctx, { text, kind, limit })
    for (const group of groups ?? []) {
      for (const hit of group.hits) {
        if (json) await out.json(JSON.stringify(hit))
        else await out.line(hitLine(hit))
      }
      if (group.more) {
        out.note(`There are more hits of the kind ${group.kind} than ${formatCount(limit)}.`)
      }
    }
    if (groups?.every(({ hits }) => hits.length === 0)) out.note(`Nothing holds ${text}.`)
    if (incomplete !== null) out.note(incomplete)
    return 0
  },
}
