import { parseArgs } from 'node:util'

/** The command line was not understood: one sentence, exit status 2. */
export class UsageError extends Error {}

interface OptionConfig {
  readonly type: 'string' | 'boolean'
}

export interface Arguments {
  readonly positionals: readonly string[]
  readonly text: (name: string) => string | null
  readonly flag: (name: string) => boolean
  /** A number within limits; null when the option is absent. */
  readonly number: (
    name: string,
    limits: { min: number; max: number; integer: boolean },
  ) => number | null
}

/** Options every command takes. */
const COMMON: Readonly<Record<string, OptionConfig>> = {
  store: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
}

/** Parses what follows the command's name; `names` are its positionals in order, one ending in `?` may be absent. */
export function readArguments(
  args: readonly string[],
  options: Readonly<Record<string, OptionConfig>>,
  names: readonly string[],
): Arguments {
  const known = { ...COMMON, ...options }
  const { values, positionals } = parse(withDashedValues(args, known), known)
  const text = (name: string): string | null => {
    const value = values[name]
    return typeof value === 'string' ? value : null
  }
  if (values.help !== true) checkPositionals(positionals, names)
  return {
    positionals,
    text,
    flag: (name) => values[name] === true,
    number: (name, { min, max, integer }) => {
      const value = text(name)
      if (value === null) return null
      const number = value.trim() === '' ? Number.NaN : Number(value)
      if (!(number >= min && number <= max) || (integer && !Number.isSafeInteger(number))) {
        const kind = integer ? 'a whole number' : 'a number'
        throw new UsageError(`--${name} takes ${kind} from ${min} to ${max}, not ${value}.`)
      }
      return number
    },
  }
}

/** Before an argument that is a number below zero, which looks like options; no argument can hold it itself. */
const NOT_OPTIONS = '\0'

/** `--where -exit:never` as `--where=-exit:never`: a value may begin with one dash, an option has two. */
function withDashedValues(
  args: readonly string[],
  options: Readonly<Record<string, OptionConfig>>,
): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const last = joined.at(-1) ?? ''
    const takesText = last.startsWith('--') && options[last.slice(2)]?.type === 'string'
    if (takesText && /^-[^-]/.test(arg)) joined[joined.length - 1] = `${last}=${arg}`
    else joined.push(/^-\d/.test(arg) ? `${NOT_OPTIONS}${arg}` : arg)
  }
  return joined
}

function parse(args: readonly string[], options: Readonly<Record<string, OptionConfig>>) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { ...parsed, positionals: parsed.positionals.map((one) => one.replace(NOT_OPTIONS, '')) }
  } catch (error) {
    const first = (error as Error).message.split(/\.\s/)[0] ?? ''
    throw new UsageError(`${first.replace(/\.$/, '')}.`)
  }
}

function checkPositionals(given: readonly string[], names: readonly string[]): void {
  const empty = given.indexOf('')
  if (empty >= 0) {
    throw new UsageError(`${names[empty]?.replace('?', '') ?? 'An argument'} is empty.`)
  }
  const missing = names[given.length]
  if (missing !== undefined && !missing.endsWith('?'))
    throw new UsageError(`${missing} is missing.`)
  const extra = given[names.length]
  if (extra !== undefined) throw new UsageError(`${extra} is one argument too many.`)
}

/** The option's text, or a usage error that names it. */
export function required(args: Arguments, name: string): string {
  const value = args.text(name)
  if (value === null) throw new UsageError(`--${name} is missing.`)
  return value
}
