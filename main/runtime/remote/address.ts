import { BlockList, isIP, isIPv6 } from 'node:net'
import { RemoteFailure } from './failure.ts'

/** A server's address, checked. */
export interface ServerAddress {
  /** Scheme, host and port: what a key is bound to. */
  readonly origin: string
  /** Address of the interface, ending in `/v1`. */
  readonly base: string
  readonly isTls: boolean
  /** Without the brackets of IPv6. */
  readonly host: string
  readonly port: number
}

export type AddressClass = 'loopback' | 'private' | 'forbidden' | 'public'

/** [network, bits] of addresses that are no public host. */
const CLASSES: readonly (readonly [AddressClass, readonly (readonly [string, number])[]])[] = [
  [
    'forbidden',
    [
      // Link-local, where clouds answer with the machine's own credentials; other metadata services; nobody; many.
      ['169.254.0.0', 16],
      ['fe80::', 10],
      ['fd00:ec2::254', 128],
      ['100.100.100.200', 32],
      ['192.0.0.192', 32],
      ['168.63.129.16', 32],
      ['0.0.0.0', 8],
      ['::', 128],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
      ['ff00::', 8],
    ],
  ],
  [
    'loopback',
    [
      ['127.0.0.0', 8],
      ['::1', 128],
    ],
  ],
  [
    'private',
    [
      ['10.0.0.0', 8],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['100.64.0.0', 10],
      ['192.0.0.0', 24],
      ['198.18.0.0', 15],
      ['fc00::', 7],
      ['fec0::', 10],
    ],
  ],
]

const LISTS = CLASSES.map(([name, networks]) => {
  const list = new BlockList()
  for (const [network, bits] of networks) {
    list.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4')
  }
  return [name, list] as const
})

/** The IPv4 address that an IPv6 one stands for: mapped, compatible, NAT64 or 6to4; else null. */
function embedded(ip: string): string | null {
  const groups = groupsOf(ip)
  const at = (index: number): number => groups[index] ?? 0
  const v4 = (high: number, low: number): string =>
    [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const isZero = (until: number): boolean => groups.slice(0, until).every((group) => group === 0)
  if (isZero(5) && at(5) === 0xffff) return v4(at(6), at(7))
  if (isZero(6) && (at(6) !== 0 || at(7) > 1)) return v4(at(6), at(7))
  if (at(0) === 0x64 && at(1) === 0xff9b) return v4(at(6), at(7))
  if (at(0) === 0x2002) return v4(at(1), at(2))
  return null
}

/** The eight groups of an IPv6 address, which the platform writes in its shortest form. */
function groupsOf(ip: string): readonly number[] {
  const plain = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  if (tail === undefined) return read(head)
  const [before, after] = [read(head), read(tail)]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** What kind of place an IP address is. */
export function classOf(ip: string): AddressClass {
  const inner = isIPv6(ip) ? embedded(ip) : null
  if (inner !== null) return classOf(inner)
  const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
  const address = ip.split('%')[0] ?? ip
  return LISTS.find(([, list]) => list.check(address, family))?.[0] ?? 'public'
}

function refuse(message: string): RemoteFailure {
  return new RemoteFailure({ hop: 'address', message })
}

/**
 * Reads the address of a server as a user writes it, with or without `/v1` or `/v1/completions`. Throws one sentence
 * where it cannot be one.
 */
export function parseAddress(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refuse(`${shown(text)} is no address of a server; it begins with https:// or http://.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse(
      'An address must hold no name and password, since it is kept where others may read it; leave them out, and give the key under Models or with ndw models key.',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    throw refuse(`Leave out what follows the path of ${url.origin}; a key in it could be read.`)
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/)?completions$/, '')
  const isTls = url.protocol === 'https:'
  return {
    origin: url.origin,
    base: `${url.origin}${/\/v\d+$/.test(path) ? path : `${path}/v1`}`,
    isTls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
  }
}

/** Without a name and password that may stand in it. */
function shown(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//').slice(0, 200)
}

function isNamedLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/**
 * Throws one sentence where we must not connect to the IP address that the server's name stands for. It is the very
 * address that is then connected to: a name that means another one a moment later gains nothing.
 */
export function checkTarget(
  { isTls, host, port, origin }: ServerAddress,
  ip: string,
  { privateAllowed }: { readonly privateAllowed: boolean },
): void {
  const kind = classOf(ip)
  const named = isIP(host) !== 0 ? ip : `${host} (${ip})`
  if (kind === 'forbidden') {
    throw refuse(
      `${named} is a link-local or metadata address, where clouds keep the credentials of a machine; no model is asked there.`,
    )
  }
  const isOwn = kind === 'loopback' && (isIP(host) !== 0 || isNamedLoopback(host))
  if (!isTls && !isOwn) {
    throw refuse(
      `${origin} is neither https nor on this machine, so prompts and key could be read on the way; use https, or a tunnel: ssh -L ${port}:127.0.0.1:${port} USER@${host}, and then http://127.0.0.1:${port}.`,
    )
  }
  if (isOwn || kind === 'public' || privateAllowed) return
  const place = kind === 'loopback' ? 'this machine' : 'a private network'
  throw refuse(
    `${named} lies in ${place}, which not every name may lead to; if that is meant, say so when the model is added (--private).`,
  )
}
