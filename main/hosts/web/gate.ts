import type { IncomingHttpHeaders } from 'node:http'

/** Addresses under which this server may be asked for. */
export interface Gate {
  readonly hosts: ReadonlySet<string>
}

export interface Refusal {
  readonly status: number
  readonly message: string
}

/**
 * The names of a loopback server on `port`. `extraOrigins` are further origins whose Host is kept by their
 * proxy: the development server, or the near end of an SSH tunnel.
 */
export function createGate(port: number, extraOrigins: readonly string[] = []): Gate {
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  return { hosts: new Set([...own, ...extraOrigins.map((origin) => new URL(origin).host)]) }
}

/**
 * Decides by headers alone whether a request may go on; null lets it pass. Loopback is no boundary:
 * any page open in the user's browser can send requests here, so the browser's own statements are checked
 * (reliability.md, Loopback gate). A WebSocket upgrade must name its origin.
 */
export function refuse(
  gate: Gate,
  headers: IncomingHttpHeaders,
  isUpgrade: boolean,
): Refusal | null {
  const host = headers.host?.toLowerCase()
  if (host === undefined || !gate.hosts.has(host)) {
    return { status: 421, message: 'This server does not answer to that Host.' }
  }
  const origin = headers.origin
  if (origin === undefined ? isUpgrade : origin !== `http://${host}`) {
    return { status: 403, message: 'Requests from that origin are refused.' }
  }
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return { status: 403, message: 'Requests from other sites are refused.' }
  }
  return null
}
