import { basename } from 'node:path'
import {
  ENGINES,
  type GivenRequest,
  LOOP_POLICIES,
  VALUE_POLICIES,
} from '../../../shared/contract/recording.ts'
import { BACKENDS } from '../../../shared/trace/wire-records.ts'
import { userPath } from '../node/user-path.ts'
import { type Arguments, UsageError } from './arguments.ts'

/** Options of a recording that take a number: its field among the limits, and what it may be. */
const LIMITS = {
  'max-steps': { field: 'maxSteps', min: 1, max: 5_000_000, integer: true },
  timeout: { field: 'timeoutSeconds', min: 0.05, max: 3600, integer: false },
  'cpu-seconds': { field: 'cpuSeconds', min: 0.05, max: 3600, integer: false },
  'max-bytes': { field: 'maxBytes', min: 1000, max: 4_294_967_296, integer: true },
  'max-depth': { field: 'maxDepth', min: 1, max: 1_000_000, integer: true },
  'max-output': { field: 'outputBytes', min: 0, max: 33_554_432, integer: true },
  'value-characters': { field: 'valueCharacters', min: 64, max: 1_048_576, integer: true },
} as const

const SCOPES = {
  'include-files': 'includeFiles',
  'exclude-files': 'excludeFiles',
  'include-functions': 'includeFunctions',
  'exclude-functions': 'excludeFunctions',
} as const

const TEXT = { type: 'string' } as const

/** Options of `ndw trace` that say how to record. */
export const RECORD_OPTIONS = {
  engine: TEXT,
  python: TEXT,
  values: TEXT,
  loops: TEXT,
  backend: TEXT,
  'hash-seed': TEXT,
  repeat: TEXT,
  jobs: TEXT,
  ...Object.fromEntries(
    [...Object.keys(LIMITS), ...Object.keys(SCOPES)].map((name) => [name, TEXT]),
  ),
}

export const RECORD_USAGE = [
  '[--engine pyodide|cpython] [--python PATH] [--values repr|structural] [--loops all|sampled]',
  '[--max-steps N] [--timeout S] [--cpu-seconds S] [--max-bytes N] [--max-depth N] [--max-output N]',
  '[--value-characters N] [--include-files GLOBS] [--exclude-files GLOBS] [--include-functions GLOBS]',
  '[--exclude-functions GLOBS] [--backend auto|settrace|monitoring] [--hash-seed N] [--repeat 2] [--jobs N]',
].join('\n      ')

/** The request that the arguments of `ndw trace` stand for. */
export function readRequest(args: Arguments): GivenRequest {
  const python = args.text('python')
  const source = sourceOf(args)
  const engine = oneOf(args, 'engine', ENGINES)
  return {
    source,
    limits: limitsOf(args),
    scope: scopeOf(args),
    // No other engine has the user's packages.
    engine: source.from === 'pytest' ? (engine ?? 'cpython') : engine,
    python: python === null ? null : pythonOf(python),
    values: oneOf(args, 'values', VALUE_POLICIES),
    loops: oneOf(args, 'loops', LOOP_POLICIES),
    backend: oneOf(args, 'backend', ['auto', ...BACKENDS] as const),
    hashSeed: args.number('hash-seed', { min: 0, max: 4_294_967_295, integer: true }) ?? undefined,
    repeat: args.number('repeat', { min: 1, max: 2, integer: true }) ?? undefined,
    workers: args.number('jobs', { min: 1, max: 64, integer: true }),
  }
}

/** As in a shell: a name is looked for on the PATH, a path from where the command was called. */
function pythonOf(named: string): string {
  return basename(named) === named ? named : userPath(named)
}

function sourceOf(args: Arguments): GivenRequest['source'] {
  const [path] = args.positionals
  const test = args.text('pytest')
  const call = args.text('call')
  if (test === null) {
    if (path === undefined) throw new UsageError('PATH is missing.')
    return { from: 'path', path: userPath(path), call }
  }
  if (path !== undefined) throw new UsageError('Give either PATH or --pytest, not both.')
  if (call !== null) throw new UsageError('A test has no --call: pytest calls it.')
  if (test === '') throw new UsageError('--pytest names FILE::TEST, a file of tests or a folder.')
  const end = test.indexOf('::')
  const file = end === -1 ? test : test.slice(0, end)
  return { from: 'pytest', test: `${userPath(file)}${test.slice(file.length)}` }
}

function limitsOf(args: Arguments): GivenRequest['limits'] {
  const limits: Record<string, number> = {}
  for (const [name, { field, ...range }] of Object.entries(LIMITS)) {
    const value = args.number(name, range)
    if (value !== null) limits[field] = value
  }
  return limits
}

/** Globs are separated by commas. */
function scopeOf(args: Arguments): GivenRequest['scope'] {
  const scope: Record<string, string[]> = {}
  for (const [name, field] of Object.entries(SCOPES)) {
    const globs = args
      .text(name)
      ?.split(',')
      .map((glob) => glob.trim())
    if (globs?.some((glob) => glob === '') === true) {
      throw new UsageError(`--${name} takes globs separated by commas, none of them empty.`)
    }
    if (globs !== undefined) scope[field] = globs
  }
  return scope
}

/** The option as one of these words; absent when it is not given. */
function oneOf<Word extends string>(
  args: Arguments,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = args.text(name)
  if (text === null) return undefined
  const word = words.find((one) => one === text)
  if (word === undefined)
    throw new UsageError(`--${name} takes ${words.join(' or ')}, not ${text}.`)
  return word
}
