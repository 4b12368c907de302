import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../main/app.ts'
import type { HostPort } from '../../main/host-port.ts'
import { forkChild } from '../../main/hosts/node/fork-child.ts'
import { locateApp } from '../../main/hosts/node/locate.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import type { GivenProgram } from '../../shared/contract/recording.ts'
import { type Client, createClient } from '../../shared/rpc/client.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { memorySecrets } from '../support/memory-secrets.ts'

export type WorkbenchClient = Client<WorkbenchContract>

const project = join(import.meta.dirname, '../..')
/** Built entries: the writer and the readers of the store run as they do for users. */
const entriesDir = join(project, 'dist/main')

/** The real workbench on a store in a folder of its own, and what its host was asked and told. */
export interface Bench {
  readonly app: App
  readonly folder: string
  readonly storePath: string
  readonly client: WorkbenchClient
  readonly revealed: string[]
  /** Everything logged as an error: a bug in a handler is reported here. */
  readonly errors: string[]
  readonly close: () => Promise<void>
}

/** Opens the workbench on a new store. */
export async function openBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'ndw-bench-'))
  const storePath = join(folder, 'workbench.db')
  const revealed: string[] = []
  const errors: string[] = []
  const host: HostPort = {
    kind: 'web',
    fork: (entry, args) => forkChild(entriesDir, entry, args),
    reveal: async (path) => void revealed.push(path),
    pickFolder: async () => folder,
    secrets: memorySecrets(),
    log: (level, message) => {
      if (level === 'error') errors.push(message)
    },
  }
  const config = {
    ...locateApp(entriesDir, storePath),
    modelsPath: join(folder, 'settings', 'models.json'),
    sampleStorePath: null,
  }
  const app = await createApp(config, host)
  const [near, far] = createMemoryWires()
  app.serve(far)
  const client = createClient(contract, near)
  const close = async (): Promise<void> => {
    client.close()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { app, folder, storePath, client, revealed, errors, close }
}

/** How a job ended, and everything it made. */
export interface Followed {
  readonly row: JobRow
  readonly made: readonly Record<string, unknown>[]
}

/** Follows a job to its end. */
export function followJob(client: WorkbenchClient, job: string): Promise<Followed> {
  return new Promise((resolve, reject) => {
    const made: Record<string, unknown>[] = []
    let last: JobRow | null = null
    client.watch(
      'job.follow',
      { job },
      {
        onItem: (news) => {
          last = news.row
          made.push(...news.made)
        },
        onEnd: () =>
          last === null ? reject(new Error(`no news of ${job}`)) : resolve({ row: last, made }),
        onError: reject,
      },
    )
  })
}

/** A sample program as a recording takes it. */
export async function sampleProgram(id: string): Promise<GivenProgram> {
  const lines = await readFile(join(project, 'resources/samples/programs.jsonl'), 'utf8')
  const row = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; file: string; entry?: string })
    .find((one) => one.id === id)
  if (row === undefined) throw new Error(`There is no sample program ${id}.`)
  const code = await readFile(join(project, 'resources/samples', row.file), 'utf8')
  return { name: id, code, entry: row.entry ?? null, origin: 'sample', licence: 'CC0-1.0' }
}

/** Records programs and answers with the ids of their traces, in the same order. */
export async function recordAll(
  client: WorkbenchClient,
  programs: readonly GivenProgram[],
  limits = { maxSteps: 20_000, timeoutSeconds: 20 },
): Promise<string[]> {
  const source = { from: 'programs' as const, programs: [...programs] }
  const { job } = await client.call('trace.record', { source, limits })
  const { row, made } = await followJob(client, job)
  if (row.state !== 'done') throw new Error(`Recording ${row.state}: ${row.error ?? row.text}`)
  return programs.map(({ name }) => {
    const one = made.find((each) => each.program === name)
    if (typeof one?.trace !== 'string') throw new Error(`${name}: ${JSON.stringify(one)}`)
    return one.trace
  })
}
