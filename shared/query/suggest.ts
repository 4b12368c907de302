/** Number of single-character insertions, deletions and replacements between two words. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

/** The known word nearest to a mistyped one, or null when none is near enough to be what was meant. */
export function suggest(word: string, known: readonly string[]): string | null {
  const typed = word.toLowerCase().slice(0, 60)
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(typed.length / 3)) + 1
  for (const candidate of known) {
    const starts = typed.length >= 2 && candidate.startsWith(typed)
    const distance = starts ? 0.5 : editDistance(typed, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}
