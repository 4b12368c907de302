/**
 * Does what `tasks` gives, at most `width` at a time, asking for the next one only when there is room. The first
 * failure ends it, once what is under way has ended too.
 */
export async function inParallel(
  tasks: AsyncIterable<() => Promise<void>>,
  width: number,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const start = (task: () => Promise<void>): void => {
    const one = task().then(
      () => void running.delete(one),
      (error: unknown) => {
        running.delete(one)
        failures.push(error)
      },
    )
    running.add(one)
  }
  try {
    for await (const task of tasks) {
      start(task)
      if (running.size >= width) await Promise.race(running)
      if (failures.length > 0) break
    }
  } finally {
    await Promise.all(running)
  }
  if (failures.length > 0) throw failures[0]
}
