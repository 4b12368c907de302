import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, '..', '..')
const CLI = join(ROOT, 'dist', 'main', 'cli.js')

export interface NdwResult {
  /** Exit status, or null when a signal ended it. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningNdw {
  readonly child: ChildProcess
  readonly ended: Promise<NdwResult>
}

export interface NdwOptions {
  readonly cwd?: string
  readonly uid?: number
  readonly stdin?: string
  /** Beside the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the built command line as a process of its own. */
export function startNdw(args: readonly string[], options: NdwOptions = {}): RunningNdw {
  const { INIT_CWD: _, ...env } = process.env
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
  child.stdin.on('error', () => {})
  child.stdin.end(options.stdin ?? '')
  const ended = new Promise<NdwResult>((resolveResult, reject) => {
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (status) => {
      resolveResult({
        status,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      })
    })
  })
  return { child, ended }
}

export function ndw(args: readonly string[], options?: NdwOptions): Promise<NdwResult> {
  return startNdw(args, options).ended
}

/** Runs a command that must succeed, and parses its JSON lines. */
export async function ndwJson(args: readonly string[]): Promise<Record<string, unknown>[]> {
  const { status, stdout, stderr } = await ndw([...args, '--json'])
  if (status !== 0) throw new Error(`ndw ${args.join(' ')} ended with ${status}: ${stderr}`)
  return jsonLines(stdout)
}

export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** A folder of its own for one test file, and what removes it. */
export function temporaryFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `ndw-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** True when the text looks like something meant for programmers rather than users. */
export function hasStackTrace(text: string): boolean {
  return /^\s+at .+[:(]\d+|Traceback \(most recent|node:internal/m.test(text)
}
