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
import { LineWriter, verifyRows } from '../export/rows.ts'
import { inOrder } from '../in-order.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { contentId } from '../record/identity.ts'
import { codecNamed } from '../trajectory/codec-named.ts'
import { keptParts } from '../trajectory/kept-ids.ts'

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
    counter.requireRows(codec.id)
    const file = await writer.finish(ROWS_FILE)
    ctx.report({ done: total, total, text: 'Checking what was written' })
    await verifyRows(path, file, { codec: codec.id, crew: ctx.crew })
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
  const { crew, store, signal } = ctx
  const codec = rows.codec.id
  async function* tasks() {
    for await (const trajectories of keptParts(store, input.where, signal)) {
      yield () => crew.do('exportLines', { trajectories, codec })
    }
  }
  let [done, written] = [0, 0]
  for await (const part of inOrder(tasks(), 2 * crew.width)) {
    await ctx.ready()
    signal.throwIfAborted()
    for (const row of part.rows) {
      await rows.writer.line(row.line)
      rows.counter.add(row)
    }
    for (const one of part.refused) rows.counter.refuse(one)
    written += part.rows.length
    done += part.rows.length + part.refused.length
    const text = `${formatNoun(written, ...TRAJECTORIES)} written`
    ctx.report({ done, total: rows.total, text })
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
  const text = `${formatNoun(row.rows, ...TRAJECTORIES)} in ${input.directory}, read back and checked.${leftOut(manifest)}`
  return { text, result: { ...row, counts: manifest.counts, refused: manifest.refused } }
}

/** What the codec cannot hold, told and never passed over. */
function leftOut({ codec, refused }: Manifest): string {
  const count = refused.reduce((sum, { trajectories }) => sum + trajectories, 0)
  if (count === 0) return ''
  const reasons = refused.map(({ reason }) => reason).join(' ')
  return ` ${formatNoun(count, ...TRAJECTORIES)} left out, which ${codec} cannot hold: ${reasons}`
}
