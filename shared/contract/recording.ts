import { BACKENDS } from '../trace/wire-records.ts'
import { z } from './schema.ts'

/** Where programs run: a sandboxed Python of ours, or one of the user's. */
export const ENGINES = ['pyodide', 'cpython'] as const
export type Engine = (typeof ENGINES)[number]
/** How values become text: by their own `repr`, or without running any code of the program. */
export const VALUE_POLICIES = ['repr', 'structural'] as const
export type ValuePolicy = (typeof VALUE_POLICIES)[number]
/** Every pass of a loop, or the first three, the last three and each that reaches new code. */
export const LOOP_POLICIES = ['all', 'sampled'] as const
export type LoopPolicy = (typeof LOOP_POLICIES)[number]

/** One program to record. Exactly the fields of the JSONL of programs, after reading. */
export const ProgramInput = z.object({
  /** Name shown for the program: the JSONL's id, or the file's path. */
  name: z.string().min(1).max(400),
  code: z.string().max(1_048_576),
  /** Call expression evaluated in the program's namespace; null runs the program as a script. */
  entry: z.string().min(1).max(100_000).nullable(),
  /** What the program reads from standard input. */
  stdin: z.string().max(1_048_576).default(''),
  origin: z.string().max(400).nullable(),
  licence: z.string().max(200).nullable(),
})
export type ProgramInput = z.infer<typeof ProgramInput>
export type GivenProgram = z.input<typeof ProgramInput>

export const DEFAULT_MAX_STEPS = 100_000
export const DEFAULT_TIMEOUT_SECONDS = 10
const MEBIBYTE = 1_048_576

/** Budgets of one recording; each that is hit keeps what was recorded and names itself as the stop reason. */
export const RecordLimits = z.object({
  maxSteps: z.int().min(1).max(5_000_000).default(DEFAULT_MAX_STEPS),
  /** Wall time; what the recorder waits for the store does not count. */
  timeoutSeconds: z.number().min(0.05).max(3600).default(DEFAULT_TIMEOUT_SECONDS),
  /** Processor time of the program. */
  cpuSeconds: z.number().min(0.05).max(3600).nullable().default(null),
  /** Bytes the recorder sends. */
  maxBytes: z
    .int()
    .min(1000)
    .max(4096 * MEBIBYTE)
    .nullable()
    .default(null),
  /** Program frames on a thread's stack. */
  maxDepth: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Bytes printed on both streams together. */
  outputBytes: z
    .int()
    .min(0)
    .max(32 * MEBIBYTE)
    .default(8 * MEBIBYTE),
  /** Kept characters of one value's text; the rest is told by its size and a digest. */
  valueCharacters: z.int().min(64).max(MEBIBYTE).default(65_536),
})
export type RecordLimits = z.infer<typeof RecordLimits>

const Globs = z.array(z.string().min(1).max(400)).max(100).default([])

/** What of a program is recorded: globs of file paths below the program's folder and of qualified names. */
export const RecordScope = z.object({
  /** Empty: all of the program's files. */
  includeFiles: Globs,
  excludeFiles: Globs,
  includeFunctions: Globs,
  excludeFunctions: Globs,
})
export type RecordScope = z.infer<typeof RecordScope>

/** All that decides what a recording holds; the key of a trace is made of it. */
export const RecordOptions = z.object({
  limits: RecordLimits,
  values: z.enum(VALUE_POLICIES).default('repr'),
  loops: z.enum(LOOP_POLICIES).default('all'),
  scope: RecordScope.prefault({}),
  backend: z.enum(['auto', ...BACKENDS]).default('auto'),
  hashSeed: z.int().min(0).max(4_294_967_295).default(0),
})
export type RecordOptions = z.infer<typeof RecordOptions>

/** An interpreter that can record here, or why it cannot. */
export const EngineAbout = z.object({
  engine: z.enum(ENGINES),
  /** Null when it can be used; else one sentence that says why not and what to do. */
  problem: z.string().nullable(),
  /** `CPython 3.14.2`; null until it is known. */
  version: z.string().nullable(),
  /** Interpreter of the user's; null for the one of ours. */
  python: z.string().nullable(),
  /** The walls around programs, in words. */
  sandbox: z.string(),
  /** What a program cannot do, and what it can that may do harm; short phrases. */
  contained: z.array(z.string()).readonly(),
  open: z.array(z.string()).readonly(),
  /** The user must agree before this engine is used without its walls; asked once a workspace. */
  needsConsent: z.boolean(),
  hasConsent: z.boolean(),
})
export type EngineAbout = z.infer<typeof EngineAbout>

/** Where a second recording of the same program first differs from the first. */
export const Determinism = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('same') }),
  z.object({
    verdict: z.literal('differs'),
    seq: z.int().min(0),
    /** Variable, `stdout` where what was printed does, or null where the events themselves differ. */
    variable: z.string().nullable(),
    first: z.string(),
    second: z.string(),
  }),
])
export type Determinism = z.infer<typeof Determinism>

/** Programs given as text, a path the services read (a .py file, a folder of them, a JSONL of programs), or tests. */
export const ProgramSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('programs'), programs: z.array(ProgramInput).min(1).max(500) }),
  z.object({
    from: z.literal('path'),
    path: z.string().min(1).max(4000),
    /** Call expression for every program of the path; null takes each program's own entry. */
    call: z.string().min(1).max(100_000).nullable(),
  }),
  /** Tests that pytest runs (cpython engine): `FILE::TEST`, a file of tests or a folder of them. */
  z.object({ from: z.literal('pytest'), test: z.string().min(1).max(10_000) }),
])
export type ProgramSource = z.infer<typeof ProgramSource>

export const RecordRequest = RecordOptions.extend({
  source: ProgramSource,
  engine: z.enum(ENGINES).default('pyodide'),
  /** Interpreter of the cpython engine; null takes the first one found. */
  python: z.string().min(1).max(4000).nullable().default(null),
  /** 2 records each program twice and compares. */
  repeat: z.int().min(1).max(2).default(1),
  /** Programs at once; null takes one fewer than there are cores. */
  workers: z.int().min(1).max(64).nullable().default(null),
})
export type RecordRequest = z.infer<typeof RecordRequest>
/** A request as it may be sent: defaults are filled in by the services. */
export type GivenRequest = z.input<typeof RecordRequest>
