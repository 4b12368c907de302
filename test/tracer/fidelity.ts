/**
 * How faithful the tracer is to the sets of programs with ground truth (../shared/data/programs), as a table per set.
 *
 *   node test/tracer/fidelity.ts                         system Python against the manifests' counts and outcomes
 *   node test/tracer/fidelity.ts --pyodide               Pyodide against a bare trace function in the same Pyodide
 *   node test/tracer/fidelity.ts --pyodide --backends    Pyodide: sys.settrace against sys.monitoring, line by line
 *   ... --python PATH --backend monitoring               another Python from 3.11 on, its other backend
 *   ... --set edges --row edge-gen                       only these sets, only rows whose id begins so
 *
 * Ends with status 1 when a row that is ground truth differs.
 */
import {
  countProblems,
  countsOf,
  expectedEvents,
  type ManifestProgram,
  OTHER_STDOUT,
  outcomeProblems,
  readSets,
  whyApart,
} from './manifest.ts'
import { closeSharedTracer, type Resolved, record, recordBare, resolveRecords } from './support.ts'
import {
  findPython,
  parseAll,
  type SystemPython,
  traceLines,
  untracedOutput as untraced,
} from './system-python.ts'

/** What was found of one row. */
interface Finding {
  readonly id: string
  readonly apart: string | null
  readonly problems: readonly string[]
}

type Examine = (program: ManifestProgram) => Promise<readonly string[]>

/** Most events of a row in Pyodide; a bare trace function and ours are both cut there. */
const PYODIDE_EVENTS = 20_000
const options = process.argv.slice(2)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function optionOf(name: string): string | null {
  const at = options.indexOf(name)
  return at < 0 ? null : (options[at + 1] ?? '')
}

function entryOf({ row }: ManifestProgram): string | null {
  return row.entry.kind === 'call' ? row.entry.expr : null
}

/** Against the manifest. A call's body is recorded apart, as a script: only the call itself is traced with it. */
function examineUnder(python: SystemPython): Examine {
  return async (program) => {
    const { row, code } = program
    const expected = expectedEvents(row, python.version)
    const { main, other_threads: others } = expected
    const isStopped = row.events.capped || row.events.timed_out
    const run = (entry: string | null, maxSteps: number): Resolved => {
      const limits = isStopped ? { maxSteps, timeoutSeconds: 30 } : { maxSteps: 5_000_000 }
      const backend = optionOf('--backend') ?? 'auto'
      const job = {
        code,
        entry,
        backend,
        stdin: row.stdin,
        outputBytes: 1e8,
        timeoutSeconds: 60,
        ...limits,
      }
      const lines = traceLines(python, job)
      return resolveRecords(parseAll([...lines, ...(isEnded(lines) ? [] : [CUT_END])]))
    }
    const entry = entryOf(program)
    const { cap } = row.events
    const recorded = run(entry, entry === null ? cap : cap - totalOf(main.module))
    const problems: string[] = []
    if (entry !== null && main.call !== undefined) {
      problems.push(...countProblems('call', countsOf(recorded, true), main.call))
      problems.push(...countProblems('module', countsOf(run(null, cap), true), main.module))
    } else problems.push(...countProblems('module', countsOf(recorded, true), main.module))
    const none = { line: 0, call: 0, return: 0, exception: 0 }
    problems.push(...countProblems('other threads', countsOf(recorded, false), others ?? none))
    if (isStopped) return problems
    const outcome = outcomeProblems(program, recorded)
    const isAsUntraced = entry === null && recorded.stdout === untracedOutput(python, program)
    return [...problems, ...outcome.filter((one) => one !== OTHER_STDOUT || !isAsUntraced)]
  }
}

/** What another Python than the manifest's prints without a tracer: sums of floats differ from 3.12 on. */
function untracedOutput(python: SystemPython, { row, code }: ManifestProgram): string | null {
  const isSame = python.version.startsWith(row.events.python.replace(/\.\d+$/, '.'))
  return isSame ? null : untraced(python, code, row.stdin)
}

/** For a trace whose tracer had to be killed. */
const CUT_END = '["end",{"stop":"time_limit","exit":"never","error":null,"result":null}]'

function isEnded(lines: readonly string[]): boolean {
  return lines.at(-1)?.startsWith('["end"') === true
}

function totalOf(counts: {
  line: number
  call: number
  return: number
  exception: number
}): number {
  return counts.line + counts.call + counts.return + counts.exception
}

const PYODIDE_LIMITS = { maxSteps: PYODIDE_EVENTS, timeoutSeconds: 120, outputBytes: 8_000_000 }

async function examineInPyodide(program: ManifestProgram): Promise<readonly string[]> {
  const { code, row } = program
  const problems: string[] = []
  const entry = entryOf(program)
  for (const one of entry === null ? [null] : [entry, null]) {
    const given = { code, entry: one, stdin: row.stdin, fileName: 'target.py' }
    const ours = (await record(given, PYODIDE_LIMITS)).events.map(({ place }) => place)
    const bare = (await recordBare(code, one, row.stdin)).slice(0, PYODIDE_EVENTS)
    const at = bare.findIndex((place, index) => place !== ours[index])
    const what = one === null ? 'module' : 'call'
    if (at >= 0) problems.push(`${what}: event ${at} is ${ours[at]} instead of ${bare[at]}`)
    else if (ours.length !== bare.length) {
      problems.push(`${what}: ${ours.length} events instead of ${bare.length}`)
    }
  }
  return problems
}

async function examineBackends({ code, row }: ManifestProgram): Promise<readonly string[]> {
  const entry = row.entry.kind === 'call' ? row.entry.expr : null
  const given = { code, entry, stdin: row.stdin, fileName: 'target.py' }
  const [one, other] = [
    await record(given, { ...PYODIDE_LIMITS, backend: 'settrace' }),
    await record(given, { ...PYODIDE_LIMITS, backend: 'monitoring' }),
  ]
  const starts = [one, other].map(({ records }) => records[0])
  const isTold = starts.every(
    (start, at) => start?.kind === 'start' && start.backend === ['settrace', 'monitoring'][at],
  )
  if (!isTold) return ['the backends are not the ones asked for']
  const [lines, others] = [linesOf(one), linesOf(other)]
  const at = lines.findIndex((line, index) => line !== others[index])
  if (at >= 0) return [`event ${at}: ${others[at]} instead of ${lines[at]}`]
  return lines.length === others.length
    ? []
    : [`${others.length} events instead of ${lines.length}`]
}

/** What a trace says, values in place of ids: when the tables of values are emptied depends on the clock. */
function linesOf({ events, end, stdout }: Resolved): readonly string[] {
  const told = events.map(({ record: one, place, flags, arg, changes }) => {
    const slots = one.changes.filter((_, at) => at % 3 === 0)
    const { frame, thread, aliases } = one
    return JSON.stringify({ place, flags, arg, changes, slots, frame, thread, aliases })
  })
  return [...told, JSON.stringify(end), stdout]
}

async function examineSet(
  programs: readonly ManifestProgram[],
  examine: Examine,
): Promise<readonly Finding[]> {
  const prefix = optionOf('--row') ?? ''
  const findings: Finding[] = []
  for (const program of programs.filter(({ row }) => row.id.startsWith(prefix))) {
    const { id } = program.row
    const problems = await examine(program).catch((error: unknown) => [String(error)])
    findings.push({ id, apart: whyApart(program.row), problems })
  }
  return findings
}

/** Prints a set's part of the table; returns how many rows of ground truth differ. */
function report(name: string, findings: readonly Finding[]): number {
  const truth = findings.filter(({ apart }) => apart === null)
  const matching = truth.filter(({ problems }) => problems.length === 0)
  const apart = findings.filter((one) => one.apart !== null)
  say(
    `${name}: ${findings.length} rows, ${truth.length} ground truth, ${matching.length} of them match, ${apart.length} apart`,
  )
  for (const { id, apart: why, problems } of apart) {
    say(`  apart   ${id} (${why}): ${problems.join('; ') || 'matches all the same'}`)
  }
  for (const { id, problems } of truth.filter((one) => one.problems.length > 0)) {
    say(`  differs ${id}: ${problems.join('; ')}`)
  }
  return truth.length - matching.length
}

function chooseExamine(): Examine | null {
  if (options.includes('--backends')) return examineBackends
  if (options.includes('--pyodide')) return examineInPyodide
  const path = optionOf('--python')
  const python = path === null ? findPython() : findPython([path])
  if (python === null) return null
  say(`Python ${python.version}`)
  return examineUnder(python)
}

async function main(): Promise<void> {
  const sets = readSets()
  const examine = chooseExamine()
  if (sets === null || examine === null) {
    const missing =
      sets === null ? 'the programs (../shared/data/programs)' : 'a Python from 3.11 on'
    say(`Nothing was compared: ${missing} cannot be found here.`)
    return
  }
  const wanted = optionOf('--set')
  let differing = 0
  for (const [name, programs] of sets) {
    if (wanted === null || name === wanted) {
      differing += report(name, await examineSet(programs, examine))
    }
  }
  await closeSharedTracer()
  process.exitCode = differing > 0 ? 1 : 0
}

await main()
