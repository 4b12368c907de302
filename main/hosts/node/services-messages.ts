import type { ChildEntry } from '../../host-port.ts'

/** What the services ask of the desktop's main process, which alone may start processes and show dialogs. */
export type FromServices =
  | { readonly t: 'fork'; readonly id: number; readonly entry: ChildEntry; readonly args: string[] }
  | { readonly t: 'kill'; readonly id: number }
  | { readonly t: 'reveal'; readonly path: string }
  | { readonly t: 'pickFolder'; readonly id: number }
  | { readonly t: 'secretGet'; readonly id: number; readonly origin: string }
  | {
      readonly t: 'secretSet'
      readonly id: number
      readonly origin: string
      readonly secret: string | null
    }

/** What the main process says; `page` and `forked` come with a port. */
export type ToServices =
  | { readonly t: 'page' }
  | { readonly t: 'forked'; readonly id: number }
  | { readonly t: 'picked'; readonly id: number; readonly path: string | null }
  | { readonly t: 'secret'; readonly id: number; readonly secret: string | null }
  | { readonly t: 'secretRefused'; readonly id: number; readonly message: string }
  | { readonly t: 'stop' }

/** One end of a channel: the members that Electron's port and Node's have in common. */
export interface Port {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start(): void
  close(): void
}
