import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Secrets } from '../../host-port.ts'

/** How a desktop keeps keys, where its system can. */
export const SEALED_HOW =
  'It is kept encrypted by the key store of this system, for your user alone.'

const KEYS_FILE = 'keys.json'

/** How a key is written into the file; both reject with one sentence where the system cannot. */
export interface Seal {
  readonly close: (secret: string) => string
  readonly open: (sealed: string) => string
}

export interface SecretFileOptions {
  readonly path: string
  readonly keptHow: string
  /** Null writes keys as they are. */
  readonly seal: Seal | null
}

type Kept = Readonly<Record<string, string>>

/** Keys in a file of their own, which only this user may read; one that others may read is not used. */
export function createSecretFile({ path, keptHow, seal }: SecretFileOptions): Secrets {
  const all = async (): Promise<Kept> => {
    const text = await readPrivate(path)
    return text === null ? {} : keysOf(text, path)
  }
  // One after another: each change writes the whole file.
  let writing: Promise<unknown> = Promise.resolve()
  const change = async (origin: string, secret: string | null): Promise<void> => {
    const { [origin]: _old, ...others } = await all()
    const sealed = secret === null ? null : (seal?.close(secret) ?? secret)
    await writePrivate(path, sealed === null ? others : { ...others, [origin]: sealed })
  }
  return {
    keptHow,
    get: async (origin) => {
      const kept = await all()
      const sealed = Object.hasOwn(kept, origin) ? kept[origin] : undefined
      if (sealed === undefined) return null
      return seal?.open(sealed) ?? sealed
    },
    set: (origin, secret) => {
      const written = writing.then(() => change(origin, secret))
      writing = written.catch(() => {})
      return written
    },
  }
}

/** Keys as they are, in a file beside the list of models. */
export function plainSecretFile(modelsPath: string): Secrets {
  const path = join(dirname(modelsPath), KEYS_FILE)
  return createSecretFile({
    path,
    keptHow: `It is kept as it is, not encrypted, in ${path}, which only your user may read.`,
    seal: null,
  })
}

const KEY_VARIABLE = 'NDW_KEY'
const ORIGIN_VARIABLE = 'NDW_KEY_FOR'

/**
 * The same with the key of one server from the environment, which comes first: `NDW_KEY` for the address in
 * `NDW_KEY_FOR`. Both are taken out of the environment, so that no process we start inherits them. Throws one sentence
 * where one is there without the other.
 */
export function withKeyOfEnvironment(
  secrets: Secrets,
  env: Record<string, string | undefined>,
): Secrets {
  const { [KEY_VARIABLE]: key, [ORIGIN_VARIABLE]: place } = env
  delete env[KEY_VARIABLE]
  delete env[ORIGIN_VARIABLE]
  if (key === undefined && place === undefined) return secrets
  if (key === undefined || place === undefined || !URL.canParse(place)) {
    throw new Error(
      `${KEY_VARIABLE} holds the key of one server and ${ORIGIN_VARIABLE} its address, such as https://gpu.example.org; set both or neither.`,
    )
  }
  const { origin } = new URL(place)
  return {
    keptHow: secrets.keptHow,
    get: (asked) => (asked === origin ? Promise.resolve(key) : secrets.get(asked)),
    set: (asked, secret) => secrets.set(asked, secret),
  }
}

function unusable(path: string, why: string): ServiceError {
  return new ServiceError('unavailable', `The file of keys ${path} cannot be used: ${why}.`)
}

/** Null where there is none. */
async function readPrivate(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw unusable(path, error.message)
  })
  if (file === null) return null
  try {
    const { mode } = await file.stat()
    // Windows has no such modes; the folder of the user's profile is his alone.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw unusable(path, `others may read it; run chmod 600 ${path}, and change the keys in it`)
    }
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function keysOf(text: string, path: string): Kept {
  try {
    const { version, keys } = JSON.parse(text) as { version?: unknown; keys?: unknown }
    if (version === 1 && typeof keys === 'object' && keys !== null) return keys as Kept
  } catch {
    // Told below; what the parser says would quote the text.
  }
  throw unusable(path, 'it is no list of keys; move it away to start anew')
}

/** Written beside and renamed, so that it is never there half. */
async function writePrivate(path: string, keys: Kept): Promise<void> {
  const beside = `${path}.${randomBytes(4).toString('hex')}.new`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const text = `${JSON.stringify({ version: 1, keys }, null, 2)}\n`
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' })
    await chmod(beside, 0o600)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw unusable(path, (error as Error).message)
  }
}
