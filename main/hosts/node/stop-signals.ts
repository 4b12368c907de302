/** npm and the terminal both send a Ctrl-C: signals this close together are one press. */
const SAME_PRESS_MS = 500

/**
 * Calls `stop` once when the user or the starting program wants us to end, and `force` on a second
 * press. The end of the IPC channel counts: whoever started us was killed.
 */
export function onStopWanted(stop: (reason: string) => void, force: () => void): void {
  let stoppedAt: number | null = null
  const want = (reason: string): void => {
    if (stoppedAt === null) {
      stoppedAt = Date.now()
      stop(reason)
    } else if (Date.now() - stoppedAt > SAME_PRESS_MS) force()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, want)
  if (process.channel === undefined || process.channel === null) return
  process.once('disconnect', () => want('disconnect'))
  // The channel alone must not keep a finished program alive.
  process.channel.unref()
}
