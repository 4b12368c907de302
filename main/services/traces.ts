import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { ProgramSource } from '../../shared/contract/recording.ts'
import type { traces } from '../../shared/contract/traces.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { importKind } from '../jobs/kinds/import.ts'
import { probe } from '../jobs/kinds/probe.ts'
import { record } from '../jobs/kinds/record.ts'
import { traceExport } from '../jobs/kinds/trace-export.ts'
import { lanesOf } from '../jobs/trace-export/stored-events.ts'
import { checkTargetFile } from '../jobs/trace-export/target-file.ts'
import type { Area } from './area.ts'

export const traceHandlers: Area<typeof traces> = ({ store, jobs, tracers }) => ({
  'trace.page': (input, { signal }) => store.read('tracePage', input, { signal }),
  'trace.get': (input, { signal }) => store.read('traceGet', input, { signal }),
  'trace.output': (input, { signal }) => store.read('traceOutput', input, { signal }),
  'trace.turns': (input, { signal }) => store.read('traceTurns', input, { signal }),
  'trace.files': (input, { signal }) => store.read('traceFiles', input, { signal }),
  'trace.events': (input, { signal }) => store.read('traceEvents', input, { signal }),
  'trace.record': async (input) => {
    await checkSource(input.source)
    return { job: await jobs.start(record, input) }
  },
  'trace.engines': async ({ python }) => ({ engines: await tracers.engines(python) }),
  'trace.consent': async ({ agree }) => {
    await store.write('settingSet', { name: 'consent', value: agree })
    return {}
  },
  'trace.probe': async (input) => {
    await checkSource(input.source)
    return { job: await jobs.start(probe, input) }
  },
  'trace.import': async (input) => {
    await checkFile(input.path)
    return { job: await jobs.start(importKind, input) }
  },
  'trace.export': async (input, { signal }) => {
    await checkTargetFile(input.path)
    await lanesOf(store, input.trace, signal)
    return { job: await jobs.start(traceExport, input) }
  },
})

/** Refused at once rather than by a failed job. */
async function checkSource(source: ProgramSource): Promise<void> {
  if (source.from === 'path') await checkPath(source.path)
  if (source.from === 'pytest') await checkPath(source.test.split('::', 1)[0] ?? '')
}

async function checkPath(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new ServiceError('bad-input', `${path} is not an absolute path.`)
  const info = await stat(path).catch(() => null)
  if (info === null) throw new ServiceError('not-found', `There is no file or folder ${path}.`)
}

async function checkFile(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new ServiceError('bad-input', `${path} is not an absolute path.`)
  const info = await stat(path).catch(() => null)
  if (info === null) throw new ServiceError('not-found', `There is no file ${path}.`)
  if (!info.isFile()) throw new ServiceError('bad-input', `${path} is not a file.`)
}
