import { parseArgs } from 'node:util'

export interface WebOptions {
  /** Null: the usual port where it is free, and else any. */
  readonly port: number | null
  readonly storePath: string | null
  /** Opens a browser on start. */
  readonly open: boolean
  readonly origins: readonly string[]
  /** Prints the address as one JSON line instead of sentences. */
  readonly json: boolean
}

export const WEB_USAGE =
  'Options: --port N, --store FILE, --no-open, --json, --origin URL (a development server or tunnel).'

/** Reads the web host's arguments; throws one sentence when they are not understood. */
export function readWebOptions(args: readonly string[], inCi: boolean): WebOptions {
  const { values } = parse(args)
  const port = values.port === undefined ? null : Number(values.port)
  if (port !== null && (!isPort(port) || values.port?.trim() === '')) {
    throw new Error(`--port takes a number from 0 to 65535, not ${values.port}.`)
  }
  return {
    port,
    storePath: values.store ?? null,
    open: values['no-open'] !== true && !inCi,
    origins: (values.origin ?? []).map(readOrigin),
    json: values.json === true,
  }
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 0 && port <= 65_535
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        store: { type: 'string' },
        'no-open': { type: 'boolean' },
        json: { type: 'boolean' },
        origin: { type: 'string', multiple: true },
      },
    })
  } catch (error) {
    throw new Error(`${(error as Error).message.split(/\.\s/)[0]}. ${WEB_USAGE}`)
  }
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' || url.origin !== text) {
    throw new Error(`--origin takes an address such as http://127.0.0.1:5173, not ${text}.`)
  }
  return text
}
