/** Tokens that may come, and the most that are needed from behind each to the end. */
export interface Candidates {
  readonly ids: ArrayLike<number>
  readonly after: ArrayLike<number>
}

/** Allows the candidates behind which `left - 1` tokens are enough; failing those, the ones that end soonest. */
export function allowInTime({ ids, after }: Candidates, left: number, mask: Uint8Array): void {
  let soonest = Number.POSITIVE_INFINITY
  for (let at = 0; at < ids.length; at++) soonest = Math.min(soonest, after[at] ?? 0)
  const most = Math.max(soonest, left - 1)
  for (let at = 0; at < ids.length; at++) {
    if ((after[at] ?? 0) <= most) mask[ids[at] ?? 0] = 1
  }
}
