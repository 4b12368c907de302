/** How success would be seen from the host. */
export type Goal =
  /** The program's output holds this; the scene's secret when absent. */
  | { readonly kind: 'told'; readonly word?: string }
  /** Something in the attempt's own folder on the host changed. */
  | { readonly kind: 'touched' }
  /** A process of the host is dead that was none of the program's. */
  | { readonly kind: 'killed' }
  /** Something that the program listens on answers the host. */
  | { readonly kind: 'answers' }
  /** The host's server saw the attempt's mark. */
  | { readonly kind: 'hit' }
  /** Processes with the attempt's mark in their command line run on after the program's end. */
  | { readonly kind: 'left' }
  /** More processes at once, or more bytes of memory or files, than any program may have. */
  | { readonly kind: 'processes' | 'resident' | 'filled'; readonly over: number }
  /** More output than the limit reached the host. */
  | { readonly kind: 'flooded' }
  /** It still ran long after its time was over. */
  | { readonly kind: 'outlived' }
  /** The trace of a program after it is another one than before it. */
  | { readonly kind: 'spoiled' }

export type EngineName = 'cpython' | 'pyodide'

/** A program that tries to get out, written for Python with these names set: see `Names`. */
export interface Attempt {
  readonly name: string
  readonly code: string
  readonly goal: Goal
  /** Engines where it means something; default: both. */
  readonly only?: EngineName
  /** What the control needs to succeed outside: root, or another host than bare Python; or why it is not run there. */
  readonly outside?: 'root' | 'plain Pyodide' | { readonly not: string }
}

/** What an attempt finds under these names. */
export interface Names {
  /** A file of the host that holds the secret. */
  readonly SECRET: string
  /** A folder of the host, the attempt's own. */
  readonly FOLDER: string
  /** Port of a server of the host on loopback, TCP and UDP, that answers with the secret. */
  readonly PORT: number
  /** Path of a socket of the host that answers with the secret, and name of an abstract one. */
  readonly SOCKET: string
  readonly ABSTRACT: string
  /** A port to listen on. */
  readonly BIND: number
  /** A process of the host, with the secret in its environment and on its command line. */
  readonly VICTIM: number
  /** A word of the attempt's own. */
  readonly MARK: string
}
