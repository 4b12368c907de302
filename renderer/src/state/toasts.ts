import { createAtom } from './atom.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'info' | 'success' | 'error'
  /** What can be done about it, usually Undo. */
  readonly action: { readonly label: string; readonly run: () => void } | null
}

export const toastsAtom = createAtom<readonly Toast[]>([])
const SHOWN_MS = 6000
const MAX_SHOWN = 3
let nextId = 1

export function dismissToast(id: number): void {
  toastsAtom.set((toasts) => toasts.filter((toast) => toast.id !== id))
}

/** Shows one sentence, in the place of the same one where that is shown already. It leaves by itself unless it tells of a failure, which stays until dismissed. */
export function showToast(
  text: string,
  options: { tone?: Toast['tone']; action?: Toast['action'] } = {},
): number {
  const id = nextId++
  const toast: Toast = { id, text, tone: options.tone ?? 'info', action: options.action ?? null }
  toastsAtom.set((toasts) =>
    [...toasts.filter((other) => other.text !== text), toast].slice(-MAX_SHOWN),
  )
  if (toast.tone !== 'error') setTimeout(() => dismissToast(id), SHOWN_MS)
  return id
}
