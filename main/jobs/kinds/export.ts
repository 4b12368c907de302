import { join } from 'node:path'
import { formatNoun } from '../../../shared/base/words.ts'
import { ExportRequest, type ExportRow } from '../../../shared/contract/exports.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { makePartial, publish, removePartial } from '../export/folder.ts'
import {
  type FileEntry,
  MANIFEST_FILE,
  type Manifest,
  ManifestCounter,
  ROWS_FILE,
} from '../export/manifest.ts'
import { exportLine, LineWriter, verifyRows } from '../export/rows.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { contentId } from '../record/identity.ts'
import { codecNamed } from '../trajectory/codec-named.ts'
import { encodeTrajectory } from '../trajectory/encode-trajectory.ts'
import { keptIds } from '../trajectory/kept-ids.ts'
import { createTraceCache } from '../trajectory/trace-cache.ts'

const TRAJECTORIES = ['trajectory', 'trajectories'] as const

/** Writes the filtered trajectories into a hidden folder, checks it, and only then gives it its name. */
export const exportKind: Kind<ExportRequest> = {
  name: 'export',
  lane: 'store',
  input: ExportRequest,
  title: (input) => `Export to ${input.directory}`,
  run: async (input, ctx) => {
    const codec = codecNamed(input.codec)
    const total = await ctx.store.read('trajectoryCount', { where: input.where })
    if (total === 0) {
      throw new ServiceError(
        'not-found',
        'No trajectory matches the filter, so nothing was written.',
      )
    }
    const partial = await makePartial(input.directory, ctx.jobId)
    try {
      const manifest = await writeFiles(input, { codec, partial, total }, ctx)
      const file = await writeManifest(partial, manifest)
      ctx.signal.throwIfAborted()
      await publish(partial, input.directory)
      return await listExport(input, manifest, file, ctx)
    } catch (error) {
      await removePartial(partial)
      throw error
    }
  },
}

interface Target {
  readonly codec: Codec
  readonly partial: string
  readonly total: number
}

async function writeFiles(
  input: ExportRequest,
  target: Target,
  ctx: JobContext,
): Promise<Manifest> {
  const { codec, partial, total } = target
  const path = join(partial, ROWS_FILE)
  const writer = await LineWriter.create(path)
  const counter = new ManifestCounter()
  try {
    await writeRows(input, { writer, counter, codec, total }, ctx)
    const file = await writer.finish(ROWS_FILE)
    ctx.report({ done: total, total, text: 'Checking what was written' })
    await verifyRows(path, file, codec)
    return counter.manifest({ filter: input.where, codec: codec.id, app: ctx.appVersion, file })
  } finally {
    await writer.abandon()
  }
}

interface Rows {
  readonly writer: LineWriter
  readonly counter: ManifestCounter
  readonly codec: Codec
  readonly total: number
}

async function writeRows(input: ExportRequest, rows: Rows, ctx: JobContext): Promise<void> {
  const { store, signal } = ctx
  const traces = createTraceCache(store)
  let done = 0
  for await (const trajectory of keptIds(store, input.where, signal)) {
    signal.throwIfAborted()
    const detail = await store.read('trajectoryGet', { trajectory }, { signal })
    const { loaded, about } = await traces.get(detail.row.trace, signal)
    const { text } = await encodeTrajectory(store, { loaded, detail, codec: rows.codec }, signal)
    await rows.writer.line(exportLine(detail, about, rows.codec.id, text))
    rows.counter.add(detail, about)
    done++
    ctx.report({ done, total: rows.total, text: `${formatNoun(done, ...TRAJECTORIES)} written` })
  }
}

async function writeManifest(partial: string, manifest: Manifest): Promise<FileEntry> {
  const writer = await LineWriter.create(join(partial, MANIFEST_FILE))
  try {
    await writer.line(JSON.stringify(manifest, null, 2))
    return await writer.finish(MANIFEST_FILE)
  } finally {
    await writer.abandon()
  }
}

async function listExport(
  input: ExportRequest,
  manifest: Manifest,
  manifestFile: FileEntry,
  ctx: JobContext,
): Promise<JobOutcome> {
  const files = [...manifest.files, manifestFile].map(({ name, bytes, sha256 }) => ({
    name,
    bytes,
    sha256,
  }))
  const row: ExportRow = {
    export: contentId('x', [ctx.jobId, manifestFile.sha256]),
    format: input.format,
    codec: input.codec,
    directory: input.directory,
    where: input.where,
    rows: manifest.counts.trajectories,
    files,
    createdAt: Date.now(),
  }
  await ctx.store.write('exportAdd', { export: row, job: ctx.jobId })
  ctx.changed('export', row.export)
  const text = `${formatNoun(row.rows, ...TRAJECTORIES)} in ${input.directory}, read back and checked.`
  return { text, result: { ...row, counts: manifest.counts } }
}
