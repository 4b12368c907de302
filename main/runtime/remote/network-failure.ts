import { formatDuration } from '../../../shared/base/words.ts'
import type { ServerAddress } from './address.ts'
import { type Hop, quoted, RemoteFailure } from './failure.ts'

/** How far a request had come. */
export type Stage = 'waiting' | 'DNS' | 'connect' | 'TLS' | 'asked' | 'answering'

interface Where {
  readonly address: ServerAddress
  readonly stage: Stage
  /** The connection had served before, and may have been closed while nobody used it. */
  readonly isReused: boolean
  readonly ms: number
}

const CONNECT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens on that port; start the server, or check the port',
  EHOSTUNREACH: 'there is no way to that host; check the network or the VPN',
  ENETUNREACH: 'there is no way to that network; check the network or the VPN',
  ETIMEDOUT: 'it did not answer; check that the server runs, and that no firewall drops it',
  EACCES: 'this system does not let us; check its firewall',
}

const TLS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an authority this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority this machine does not know',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

const UNKNOWN_NAME = ['ENOTFOUND', 'ENODATA', 'ENONAME']
const NAME_CODES = [...UNKNOWN_NAME, 'EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL', 'EREFUSED']

/** What an error of the network means, by how far the request had come. */
export function failureOf(error: NodeJS.ErrnoException, where: Where): RemoteFailure {
  const code = error.code ?? ''
  const { stage } = where
  if (code.startsWith('HPE_')) return malformed(error, where)
  if (stage === 'DNS' || NAME_CODES.includes(code)) return ofName(code, where)
  if (stage === 'TLS' || code in TLS) return ofTls(code, error, where)
  if (stage === 'connect' || code in CONNECT) return ofConnect(code, error, where)
  return broken(where)
}

function make(
  hop: Hop,
  isPassing: boolean,
  message: string,
  retryAfterMs: number | null = null,
): RemoteFailure {
  return new RemoteFailure({ hop, isPassing, message, retryAfterMs })
}

function ofName(code: string, { address, ms }: Where): RemoteFailure {
  const took = formatDuration(ms)
  const isUnknown = UNKNOWN_NAME.includes(code)
  return make(
    'DNS',
    !isUnknown,
    isUnknown
      ? `There is no host ${address.host} (asked for ${took}); check how the name is spelled, or join its network.`
      : `The name ${address.host} could not be looked up (${code}, ${took}); check the network.`,
  )
}

function ofConnect(code: string, error: Error, { address, ms }: Where): RemoteFailure {
  const why = CONNECT[code] ?? quoted(error.message, null)
  return make(
    'connect',
    true,
    `${address.origin} cannot be reached: ${why} (${formatDuration(ms)}).`,
  )
}

function ofTls(code: string, error: Error, { address }: Where): RemoteFailure {
  const known = TLS[code]
  if (known !== undefined) {
    return make(
      'TLS',
      false,
      `${address.origin} is not trusted: ${known}. Mend the certificate, or name its authority in NODE_EXTRA_CA_CERTS.`,
    )
  }
  const why = code === '' ? quoted(error.message, null) : code
  return make(
    'TLS',
    false,
    `${address.origin} took the connection, but speaks no https there (${why}); check scheme and port.`,
  )
}

function malformed(error: Error, { address }: Where): RemoteFailure {
  return make(
    'protocol',
    false,
    `What ${address.origin} answered is no HTTP (${quoted(error.message, null)}); check the port.`,
  )
}

function broken({ address, stage, isReused, ms }: Where): RemoteFailure {
  const took = formatDuration(ms)
  if (stage === 'answering') {
    return make(
      'reply',
      true,
      `${address.origin} broke off in the middle of an answer (after ${took}).`,
    )
  }
  return make(
    'HTTP',
    true,
    `${address.origin} closed the connection before it answered (after ${took}); its log may say why.`,
    isReused ? 0 : null,
  )
}
