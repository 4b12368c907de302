import { formatDuration } from '../../../shared/base/words.ts'
import type { WorkbenchContract } from '../../../shared/contract/index.ts'
import type { JobNews, JobRow } from '../../../shared/contract/jobs.ts'
import type { Client } from '../../../shared/rpc/client.ts'
import type { GivenOf, ItemOf, StreamName } from '../../../shared/rpc/contract.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Arguments } from './arguments.ts'
import type { Output } from './output.ts'

export interface CommandContext {
  readonly client: Client<WorkbenchContract>
  readonly args: Arguments
  readonly json: boolean
  readonly out: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export interface Command {
  readonly usage: string
  readonly about: string
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  /** Names of the positionals, in order. */
  readonly positionals: readonly string[]
  /** What it does with a store that is not there: makes it, or works without. By itself it is refused. */
  readonly missingStore?: 'made' | 'not needed'
  /** Exit status: 0 ok, 1 failed. */
  readonly run: (ctx: CommandContext) => Promise<0 | 1>
}

/** Follows a stream to its end and answers with its last item. Ctrl-C stops it, which the sentence `cancelled` tells. */
export function watchToEnd<K extends StreamName<WorkbenchContract>>(
  { client, signal }: Pick<CommandContext, 'client' | 'signal'>,
  name: K,
  input: GivenOf<WorkbenchContract[K]>,
  told: {
    readonly onItem?: (item: ItemOf<WorkbenchContract[K]>) => void
    readonly cancelled: string
  },
): Promise<ItemOf<WorkbenchContract[K]> | null> {
  const { onItem, cancelled } = told
  return new Promise((resolve, reject) => {
    let last: ItemOf<WorkbenchContract[K]> | null = null
    const stop = client.watch(name, input, {
      onItem: (item) => {
        last = item
        onItem?.(item)
      },
      onEnd: () => resolve(last),
      onError: reject,
    })
    const cancel = (): void => {
      stop()
      reject(new ServiceError('cancelled', cancelled))
    }
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
  })
}

/**
 * Follows a job to its end, printing what it makes as it comes and its progress. Ctrl-C cancels the job.
 * Answers with the row of a job that is done; throws a ServiceError otherwise.
 */
export async function followJob(
  ctx: CommandContext,
  job: string,
  print: (made: Record<string, unknown>) => Promise<void>,
): Promise<JobRow> {
  const cancel = (): void => void ctx.client.call('job.cancel', { job }).catch(() => {})
  ctx.signal.addEventListener('abort', cancel, { once: true })
  if (ctx.signal.aborted) cancel()
  let printing = Promise.resolve()
  const row = await new Promise<JobRow>((resolve, reject) => {
    let last: JobRow | null = null
    ctx.client.watch(
      'job.follow',
      { job },
      {
        onItem: (news: JobNews) => {
          last = news.row
          printing = printing.then(async () => {
            for (const thing of news.made) await print(thing)
          })
          printing.catch(reject)
          if (news.row.state === 'running') ctx.out.progress(progressLine(news.row))
        },
        onEnd: () =>
          last === null
            ? reject(new ServiceError('failed', 'The job gave no news.'))
            : resolve(last),
        onError: reject,
      },
    )
  })
  await printing
  ctx.signal.removeEventListener('abort', cancel)
  if (row.state === 'done') return row
  if (row.state === 'cancelled') {
    throw new ServiceError('cancelled', `${row.title} was cancelled; ${keptAfterCancel(row)}`)
  }
  throw new ServiceError('failed', row.error ?? `${row.title} ended as ${row.state}.`)
}

function keptAfterCancel(row: JobRow): string {
  if (row.kind === 'record') return 'the traces recorded before stay.'
  if (row.kind === 'run') return 'what it predicted is kept, and the same run goes on from there.'
  return row.kind === 'import' ? 'the traces taken before stay.' : 'nothing was kept.'
}

function progressLine(row: JobRow): string {
  const share = row.total === null ? `${row.done}` : `${row.done} of ${row.total}`
  const parts = [share, row.text, row.paused ? 'paused' : timeLeft(row)]
  return parts.filter((part) => part !== null).join('  ')
}

/** Milliseconds before which a rate says little. */
const SETTLED_MS = 3000

function timeLeft({ done, total, startedAt }: JobRow): string | null {
  const spent = Date.now() - (startedAt ?? Date.now())
  if (total === null || done === 0 || spent < SETTLED_MS) return null
  return `about ${formatDuration((spent / done) * (total - done))} left`
}
