import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWireParser } from '../../shared/trace/wire.ts'
import type { TracerRecord } from '../../shared/trace/wire-records.ts'
import { bareHarness, type Resolved, resolveRecords, resourcesDir } from './support.ts'

export interface SystemPython {
  readonly path: string
  readonly version: string
}

/** A job for resources/tracer/ndtracer; see program.py for what else it may hold. */
export interface PythonJob {
  readonly code: string
  readonly entry?: string | null
  readonly [option: string]: unknown
}

/** The system's Python, 3.11 or later, as fixtures use match and exception groups; null where there is none. */
export function findPython(wanted: readonly string[] = ['python3', 'python']): SystemPython | null {
  for (const path of wanted) {
    const script = 'import sys; print("%d.%d.%d" % sys.version_info[:3])'
    const found = spawnSync(path, ['-c', script], { encoding: 'utf8', timeout: 20_000 })
    const version = found.status === 0 ? found.stdout.trim() : ''
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major === 3 && minor >= 11) return { path, version }
  }
  return null
}

/** The complete lines that the tracer writes under the system's Python before it ends or 60 seconds have passed. */
export function traceLines(python: SystemPython, job: PythonJob): readonly string[] {
  const path = join(tmpdir(), 'target.py')
  const defaults = { entry: null, path, maxSteps: 100_000, timeoutSeconds: 20, outputBytes: 1e7 }
  const { stdout } = spawnSync(python.path, [join(resourcesDir, 'tracer', 'ndtracer')], {
    input: Buffer.from(JSON.stringify({ ...defaults, ...job })),
    encoding: 'latin1',
    timeout: 60_000,
    maxBuffer: 1e9,
    killSignal: 'SIGKILL',
    env: { ...process.env, PYTHONHASHSEED: '0' },
  })
  return stdout.split('\n').slice(0, -1)
}

/** The records of a program under the system's Python; throws where the host would refuse a line. */
export function recordUnder(python: SystemPython, job: PythonJob): Resolved {
  return resolveRecords(parseAll(traceLines(python, job)))
}

/** Records of lines that are all accepted. */
export function parseAll(lines: readonly string[]): readonly TracerRecord[] {
  const parser = createWireParser()
  return lines.map((line) => {
    const record = parser.push(line)
    if (!record.ok) throw new Error(`${record.error.problem}: ${line.slice(0, 200)}`)
    return record.value
  })
}

/** Events of a bare trace function under the system's Python. */
export function bareEvents(python: SystemPython, code: string): readonly string[] {
  const { stdout } = spawnSync(python.path, ['-'], {
    input: bareHarness(code, null),
    encoding: 'utf8',
    timeout: 60_000,
  })
  return JSON.parse(stdout.split('\n', 1)[0] ?? '') as string[]
}

/** What a program prints without a tracer. */
export function untracedOutput(python: SystemPython, code: string, stdin: string): string {
  const { stdout } = spawnSync(python.path, ['-c', code], {
    input: stdin,
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, PYTHONHASHSEED: '0' },
  })
  return stdout
}
