let busy = 0
let generation = 0

function publish(idle: boolean): void {
  document.documentElement.dataset.idle = String(idle)
}

/**
 * Marks the page as busy until the returned function is called. `data-idle` on the document element turns true
 * only after two frames without work, when what arrived has been drawn: tests in a browser wait for it.
 */
export function beginBusy(): () => void {
  busy += 1
  generation += 1
  if (busy === 1) publish(false)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    busy -= 1
    generation += 1
    if (busy === 0) publishWhenQuiet(generation)
  }
}

function publishWhenQuiet(seen: number): void {
  const later = globalThis.requestAnimationFrame ?? ((run: () => void) => setTimeout(run, 16))
  later(() => later(() => generation === seen && publish(true)))
}

/** Keeps the page busy while the promise is pending, and hands it back. */
export function busyWhile<T>(promise: Promise<T>): Promise<T> {
  const end = beginBusy()
  const ended = promise.finally(end)
  // The caller handles the failure on the promise it is given; this branch only ends the busy mark.
  ended.catch(() => {})
  return promise
}
