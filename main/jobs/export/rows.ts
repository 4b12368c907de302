import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { must } from '../../../shared/base/assert.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { TrajectoryDetail } from '../../../shared/contract/trajectories.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { StoreReads } from '../../store/store.ts'
import type { Crew } from '../crew/crew.ts'
import { inOrder } from '../in-order.ts'
import { fileLines } from '../record/file-lines.ts'
import { codecNamed } from '../trajectory/codec-named.ts'
import { readTranscript } from '../trajectory/encode-trajectory.ts'
import type { TraceCache } from '../trajectory/trace-cache.ts'
import { fileError } from './folder.ts'
import type { FileEntry } from './manifest.ts'

/** A line of an export, and what its manifest counts of it. */
export interface ExportedRow {
  readonly line: string
  readonly policy: string
  readonly direction: string
  readonly seed: number
  readonly steps: number
  readonly labels: number
  readonly trace: {
    readonly trace: string
    readonly code: string
    readonly tracer: string
    readonly python: string
    readonly licence: string | null
  }
}

export interface RefusedRow {
  readonly trajectory: string
  readonly reason: string
}

interface LineTools {
  readonly store: StoreReads
  readonly traces: TraceCache
  readonly signal: Signal
}

/** The lines of some trajectories, in their order, without those that the codec cannot hold. */
export async function exportLines(
  {
    trajectories,
    codec: codecId,
  }: { readonly trajectories: readonly string[]; readonly codec: string },
  { store, traces, signal }: LineTools,
): Promise<{ rows: ExportedRow[]; refused: RefusedRow[] }> {
  const codec = codecNamed(codecId)
  const rows: ExportedRow[] = []
  const refused: RefusedRow[] = []
  for (const trajectory of trajectories) {
    const detail = await store.read('trajectoryGet', { trajectory }, { signal })
    const { loaded, about } = await traces.get(detail.row.trace, signal)
    const { transcript, hints } = await readTranscript(store, { loaded, detail }, signal)
    const reason = codec.refuses(transcript)
    if (reason === null) {
      const { text } = codec.encode(transcript, hints)
      rows.push(exportedRow(detail, about, exportLine(detail, about, codec.id, text)))
    } else refused.push({ trajectory, reason })
  }
  return { rows, refused }
}

function exportedRow(detail: TrajectoryDetail, trace: TraceDetail, line: string): ExportedRow {
  const { policy, direction, seed } = detail.row
  return {
    line,
    policy,
    direction,
    seed,
    steps: detail.steps.length,
    labels: detail.labels.length,
    trace: {
      trace: trace.trace,
      code: trace.codeSha256,
      tracer: trace.tracerVersion,
      python: trace.pythonVersion,
      licence: trace.licence,
    },
  }
}

/** A line of the export, its fields in the published order (resources/formats/export-jsonl.md). */
function exportLine(
  detail: TrajectoryDetail,
  trace: TraceDetail,
  codec: string,
  text: string,
): string {
  const { trajectory, program, policy, seed, ordinal, direction, exit } = detail.row
  return JSON.stringify({
    trajectory,
    program,
    trace: trace.trace,
    policy,
    seed,
    ordinal,
    direction,
    codec,
    text,
    exit,
    labels: [...detail.labels].sort((a, b) => a.step - b.step),
    origin: trace.origin,
    licence: trace.licence,
  })
}

/** Bytes gathered before they go to the disk. */
const BUFFER_BYTES = 1 << 20

/** Writes lines to a new file, hashing what it writes. */
export class LineWriter {
  private readonly path: string
  private readonly handle: FileHandle
  private readonly hash = createHash('sha256')
  private pending: string[] = []
  private pendingBytes = 0
  private bytes = 0
  private rows = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.handle = handle
  }

  static async create(path: string): Promise<LineWriter> {
    const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      throw fileError(path, error)
    })
    return new LineWriter(path, handle)
  }

  async line(text: string): Promise<void> {
    this.pending.push(`${text}\n`)
    this.pendingBytes += text.length
    this.rows++
    if (this.pendingBytes >= BUFFER_BYTES) await this.flush()
  }

  /** Flushes to the disk and closes; answers with what the manifest says of the file. */
  async finish(name: string): Promise<FileEntry> {
    await this.flush()
    try {
      await this.handle.sync()
    } catch (error) {
      throw fileError(this.path, error as NodeJS.ErrnoException)
    }
    await this.handle.close()
    return { name, rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') }
  }

  async abandon(): Promise<void> {
    await this.handle.close().catch(() => {})
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.from(this.pending.join(''), 'utf8')
    this.pending = []
    this.pendingBytes = 0
    this.hash.update(bytes)
    this.bytes += bytes.length
    try {
      await this.handle.writeFile(bytes)
    } catch (error) {
      throw fileError(this.path, error as NodeJS.ErrnoException)
    }
  }
}

/** Characters of lines that one task of a crew reads again. */
const VERIFIED_AT_ONCE = 1 << 20

/**
 * Reads a written file again and proves it: hash, size and count as the entry says, every line an object of this
 * codec whose text decodes to the end and encodes to itself. Throws a ServiceError naming the first line that fails.
 */
export async function verifyRows(
  path: string,
  entry: FileEntry,
  { codec, crew }: { readonly codec: string; readonly crew: Crew },
): Promise<void> {
  const fail = (reason: string): never => {
    throw new ServiceError(
      'failed',
      `The export was not kept because it does not check out: ${reason}.`,
    )
  }
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  const onChunk = (chunk: Uint8Array): void => {
    hash.update(chunk)
    bytes += chunk.length
  }
  async function* tasks() {
    for await (const lines of linesTogether(path, onChunk)) {
      const before = rows
      rows += lines.length
      yield async () => ({ before, found: await crew.do('verifyLines', { lines, codec }) })
    }
  }
  for await (const { before, found } of inOrder(tasks(), 2 * crew.width)) {
    if (found !== null) fail(`line ${before + found.at + 1} of ${entry.name} ${found.problem}`)
  }
  if (rows !== entry.rows) fail(`${entry.name} holds ${rows} rows instead of ${entry.rows}`)
  if (bytes !== entry.bytes) fail(`${entry.name} has ${bytes} bytes instead of ${entry.bytes}`)
  if (hash.digest('hex') !== entry.sha256) fail(`${entry.name} reads back with another hash`)
}

async function* linesTogether(
  path: string,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<string[]> {
  let lines: string[] = []
  let characters = 0
  for await (const line of fileLines(path, { onChunk })) {
    lines.push(line)
    characters += line.length
    if (characters < VERIFIED_AT_ONCE) continue
    yield lines
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield lines
}

/** The first of some lines that is not what it should be. */
export function verifyLines({
  lines,
  codec: codecId,
}: {
  readonly lines: readonly string[]
  readonly codec: string
}): { at: number; problem: string } | null {
  const codec = codecNamed(codecId)
  for (const [at, line] of lines.entries()) {
    const problem = problemOfLine(line, codec)
    if (problem !== null) return { at, problem }
  }
  return null
}

function problemOfLine(line: string, codec: Codec): string | null {
  const row = JSON.parse(line) as { codec: string; text: string; exit: string | null }
  if (row.codec !== codec.id) return `is of codec ${row.codec}`
  const { transcript, problem, hints } = codec.decode(row.text)
  if (problem !== null) return `stops being valid at character ${problem.position} of its text`
  if (transcript.exit !== row.exit) return 'decodes to another exit'
  return must(codec.encode(transcript, hints).text, 'encoded text') === row.text
    ? null
    : 'does not encode to itself'
}
