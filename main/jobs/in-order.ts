/**
 * What the tasks give, in their order, while at most `width` of them are under way or wait to be taken: what is in
 * memory does not grow with their number. The first failure ends it; those under way end by themselves.
 */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>> | AsyncIterable<() => Promise<Result>>,
  width: number,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = []
  for await (const task of tasks) {
    const one = task()
    // Told when its turn comes.
    one.catch(() => {})
    begun.push(one)
    const first = begun.length >= width ? begun.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const one of begun) yield await one
}
