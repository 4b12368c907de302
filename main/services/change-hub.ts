import type { Change } from '../../shared/contract/host.ts'

/** Tells every open view what was written; no polling anywhere (architecture.md 1.3). */
export class ChangeHub {
  private readonly listeners = new Set<(change: Change) => void>()

  readonly announce = (change: Change): void => {
    for (const listener of [...this.listeners]) listener(change)
  }

  readonly onChange = (listener: (change: Change) => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}
