import { readFile, stat } from 'node:fs/promises'
import {
  checkMix,
  policyHint,
  type ReadDocument,
  readJson,
  readPolicy,
} from '../../../shared/contract/read-document.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { MixDocument } from '../../../shared/trajectory/mix-document.ts'
import { policyByName } from '../../../shared/trajectory/policies.ts'
import { canonicalText, type PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import { userPath } from '../node/user-path.ts'

/** Bytes of a document: far more than a hundred rules take. */
const MOST_BYTES = 4_194_304

const UNREADABLE: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder; name the file with the document',
  EACCES: 'this user may not read it',
}

async function textOf(path: string): Promise<string> {
  const full = userPath(path)
  try {
    const { size } = await stat(full)
    if (size > MOST_BYTES)
      throw new Error(`it has ${size} bytes, and a document at most ${MOST_BYTES}`)
    return await readFile(full, 'utf8')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ServiceError('bad-input', `There is no file ${path}.`)
    const reason = UNREADABLE[code] ?? message
    throw new ServiceError('bad-input', `${path} cannot be read: ${reason}.`)
  }
}

function required<T>(path: string, read: ReadDocument<T>): T {
  if (read.ok) return read.document
  throw new ServiceError('bad-input', `${path} was refused. ${read.error}`)
}

export async function policyFile(path: string): Promise<PolicyDocument> {
  return required(path, readPolicy(await textOf(path)))
}

/** The mix in a file, own policies of the workspace in place of their names. */
export async function mixFile(path: string, own: readonly PolicyDocument[]): Promise<MixDocument> {
  const text = await textOf(path)
  const json = readJson(text)
  return required(path, json.ok ? checkMix(withOwn(json.document, own)) : json)
}

function withOwn(mix: unknown, own: readonly PolicyDocument[]): unknown {
  const { parts } = (mix ?? {}) as { readonly parts?: unknown }
  if (!Array.isArray(parts)) return mix
  const named = (part: unknown): unknown => {
    const { policy } = (part ?? {}) as { readonly policy?: unknown }
    const document = own.find(({ name }) => name === policy)
    return document === undefined ? part : { ...(part as object), policy: document }
  }
  return { ...(mix as object), parts: parts.map(named) }
}

/** A sentence where a document has the name of a policy that comes along and says something else. */
export function sharedName(policy: string | PolicyDocument): string | null {
  if (typeof policy === 'string') return null
  const known = policyByName(policy.name)
  if (known === null || canonicalText(known) === canonicalText(policy)) return null
  return `The document draws otherwise than the policy ${policy.name} that comes along, and a query by that name finds both; give it a name of its own.`
}

/** A policy that comes along or the workspace's own, by its name, or the document in a file. */
export async function policyNamed(
  text: string,
  own: readonly PolicyDocument[],
): Promise<string | PolicyDocument> {
  if (policyByName(text) !== null) return text
  const kept = own.find(({ name }) => name === text)
  if (kept !== undefined) return kept
  const isThere = await stat(userPath(text)).then(
    (about) => about.isFile(),
    () => false,
  )
  if (isThere) return policyFile(text)
  const names = own.map(({ name }) => name)
  const message = `There is no policy and no file ${text}; ${policyHint(text, names)}`
  throw new ServiceError('bad-input', message)
}
