import { existsSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { contract, type WorkbenchContract } from '../shared/contract/index.ts'
import { type Handlers, serve } from '../shared/rpc/server.ts'
import type { Wire } from '../shared/rpc/wire.ts'
import type { AppConfig, HostPort } from './host-port.ts'
import { sweepPartialExports } from './jobs/export/folder.ts'
import { Tracers } from './jobs/record/tracers.ts'
import { JobRunner } from './jobs/runner.ts'
import { sweepPartialFile } from './jobs/trace-export/target-file.ts'
import { Engines } from './runtime/engines.ts'
import { LocalRuntime } from './runtime/local/local-runtime.ts'
import { RemoteSource } from './runtime/remote/source.ts'
import { ChangeHub } from './services/change-hub.ts'
import { corpusHandlers } from './services/corpus.ts'
import type { Deps } from './services/deps.ts'
import { drawingHandlers } from './services/drawing.ts'
import { exportHandlers } from './services/exports.ts'
import { watchForeignWrites } from './services/foreign-writes.ts'
import { hostHandlers } from './services/host.ts'
import { jobHandlers } from './services/jobs.ts'
import { labelHandlers } from './services/labels.ts'
import { modelFolderHandlers } from './services/model-folders.ts'
import { modelHandlers } from './services/models.ts'
import { predictionHandlers } from './services/predictions.ts'
import { runHandlers } from './services/runs.ts'
import { runtimeHandlers } from './services/runtime.ts'
import { searchHandlers } from './services/search.ts'
import { serverHandlers } from './services/servers.ts'
import { steppingHandlers } from './services/stepping.ts'
import { traceHandlers } from './services/traces.ts'
import { trajectoryHandlers } from './services/trajectories.ts'
import { treeHandlers } from './services/trees.ts'
import { createStaticFiles } from './static-files.ts'
import { makeFolders } from './store/make-folders.ts'
import type { Store } from './store/store.ts'
import { sweepTemporaryFolders } from './tracer/temporary-folders.ts'
import { openStore } from './workers/open-store.ts'
import { ThreadCrew } from './workers/thread-crew.ts'

/** The workbench without a host: one store, its services and jobs (architecture.md 1.1). */
export interface App {
  /** Serves the contract on a wire until it closes. */
  readonly serve: (wire: Wire) => void
  /** Answers a request for a static file of the page. */
  readonly http: (request: Request) => Promise<Response>
  /** Cancels running jobs, waits for their rows, and closes interpreters and the store. */
  readonly close: () => Promise<void>
}

/** Opens the store and starts the services. Throws a ServiceError with one sentence when the store cannot be used. */
export async function createApp(config: AppConfig, host: HostPort): Promise<App> {
  await copySampleProject(config)
  const hub = new ChangeHub()
  const store = await openStore(config, host)
  const crew = new ThreadCrew({ storePath: store.path, entriesDir: config.entriesDir })
  const tracers = new Tracers(config, store)
  const servers = new RemoteSource(host)
  const local = new LocalRuntime({ ...config, ...host })
  const engines = new Engines({
    modelsPath: config.modelsPath,
    sources: { local: local.source, remote: servers },
  })
  const jobs = new JobRunner({
    store,
    crew,
    tracer: (choice) => tracers.get(choice),
    engines,
    appVersion: config.appVersion,
    owner: ownProcess(),
    announce: hub.announce,
    log: host.log,
  })
  const isWritable = store.readOnlyReason === null
  if (isWritable) await adoptJobs(store, host)
  // A read-only store is a copy that nobody else writes to.
  const stopWatching = isWritable ? watchForeignWrites(store, config.storePath, hub) : () => {}
  const deps: Deps = {
    config,
    host,
    store,
    crew,
    jobs,
    tracers,
    engines,
    local,
    servers,
    announce: hub.announce,
    onChange: hub.onChange,
  }
  void sweepTemporaryFolders()
  const handlers = createHandlers(deps)
  return {
    serve: (wire) =>
      serve(contract, handlers, wire, (name, error) => {
        host.log('error', `${name}: ${error instanceof Error ? error.stack : String(error)}`)
      }),
    http: createStaticFiles(config.rendererDir),
    close: async () => {
      stopWatching()
      await jobs.close()
      await crew.close()
      await tracers.close()
      await engines.close()
      await store.close()
    },
  }
}

function createHandlers(deps: Deps): Handlers<WorkbenchContract> {
  return {
    ...corpusHandlers(deps),
    ...traceHandlers(deps),
    ...treeHandlers(deps),
    ...trajectoryHandlers(deps),
    ...drawingHandlers(deps),
    ...labelHandlers(deps),
    ...exportHandlers(deps),
    ...jobHandlers(deps),
    ...hostHandlers(deps),
    ...searchHandlers(deps),
    ...modelHandlers(deps),
    ...modelFolderHandlers(deps),
    ...runtimeHandlers(deps),
    ...serverHandlers(deps),
    ...steppingHandlers(deps),
    ...runHandlers(deps),
    ...predictionHandlers(deps),
  }
}

/** Jobs whose process is gone become interrupted; what they left half done is removed. */
async function adoptJobs(store: Store, host: HostPort): Promise<void> {
  const adopted = await store.write('jobsAdopt', { at: Date.now(), self: ownProcess() })
  for (const job of adopted.interrupted) {
    await sweepPartialExports(store, job)
    await sweepPartialFile(store, job)
  }
  if (adopted.interrupted.length > 0) {
    host.log('info', `${adopted.interrupted.length} unfinished jobs are marked as interrupted.`)
  }
}

function ownProcess(): { pid: number; startedAt: number } {
  return { pid: process.pid, startedAt: Math.round(performance.timeOrigin) }
}

/** Copied beside and renamed, so that a store is never there half. */
async function copySampleProject({ sampleStorePath, storePath }: AppConfig): Promise<void> {
  if (sampleStorePath === null || existsSync(storePath)) return
  makeFolders(dirname(storePath))
  const copy = `${storePath}.${process.pid}.new`
  await copyFile(sampleStorePath, copy)
  await rename(copy, storePath)
}
