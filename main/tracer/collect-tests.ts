import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { z } from '../../shared/contract/schema.ts'
import type { CpythonCommand } from './cpython-command.ts'
import { limitsOf } from './cpython-process.ts'
import { killGroup, startProcess, TRACE_DESCRIPTOR } from './start-process.ts'
import { makeTemporaryFolder } from './temporary-folders.ts'

/** Longest list of tests, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024

const Collected = z.strictObject({
  tests: z.array(z.string().min(1).max(10_000)),
  /** Files and folders whose tests the project skips before they can be listed, each with the reason. */
  skipped: z.array(z.tuple([z.string().min(1).max(10_000), z.string().max(10_000)])),
  problem: z.string().max(10_000).nullable(),
  /** Version of pytest; null where it did not start or tells none. */
  pytest: z
    .string()
    .regex(/^[\w.+!-]{1,40}$/)
    .nullable(),
})

/** Tests by their pytest node ids, in order, and in a sentence why there are none or not all. */
export type CollectedTests = z.infer<typeof Collected>

/** How long collecting may take, and what cancels it. */
export interface Within {
  readonly seconds: number
  readonly signal?: AbortSignal
}

/** The tests that the selectors name; rejects in one sentence where that cannot be found out. */
export async function collectTests(
  command: CpythonCommand,
  { project, selectors }: { readonly project: string; readonly selectors: readonly string[] },
  within: Within,
): Promise<CollectedTests> {
  const text = await answerOf(command, { root: project, collect: selectors }, within)
  within.signal?.throwIfAborted()
  if (text === null) {
    throw new Error(
      `Collecting the tests took longer than ${within.seconds} s; name fewer of them, or raise the limit of seconds (--timeout) above that.`,
    )
  }
  return parse(text)
}

/** What the tracer writes; null when it took too long. */
async function answerOf(
  command: CpythonCommand,
  job: { readonly root: string; readonly collect: readonly string[] },
  { seconds, signal }: Within,
): Promise<string | null> {
  const cwd = await makeTemporaryFolder('tests')
  const args = [...command.argsFor(0), String(TRACE_DESCRIPTOR)]
  const { file, filter } = command
  const { child, emptied } = startProcess(file, args, { cwd, env: command.envFor(0), filter })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    killGroup(child)
  }, seconds * 1000)
  const cancel = (): void => killGroup(child)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const rlimits = limitsOf({ timeoutSeconds: seconds, root: job.root }, command)
    child.stdin?.end(JSON.stringify({ ...job, rlimits }))
    child.stdout?.resume()
    child.stderr?.resume()
    const text = await textOf(child.stdio[TRACE_DESCRIPTOR] as Readable)
    return isLate ? null : text
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    killGroup(child)
    await emptied()
    await rm(cwd, { recursive: true, force: true })
  }
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const bytes of stream) {
    text += bytes
    if (text.length > MOST_BYTES) break
  }
  return text
}

/** A project is unknown code: what it writes is checked as a stranger's. */
function parse(text: string): CollectedTests {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('Python ended before it had collected the tests.')
  }
  const collected = Collected.safeParse(value)
  if (!collected.success) throw new Error('The project disturbed the list of its tests.')
  return collected.data
}
