/**
 * Changes with a growing length, but ever more seldom: what costs as much as the length, and is done anew at each
 * change, costs about five times the whole in all.
 */
export function growthStage(length: number): number {
  return Math.floor(4 * Math.log2(Math.max(1, length)))
}
