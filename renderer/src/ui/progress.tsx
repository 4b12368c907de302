interface ProgressProps {
  /** What is under way, for screen readers. */
  readonly label: string
  readonly done: number
  /** Null while it is not known how much there is to do. */
  readonly total: number | null
}

/** A bar of how far something is; without a total it only shows that work goes on. */
export function Progress({ label, done, total }: ProgressProps) {
  const known = total !== null && total > 0
  return known ? (
    <progress className="progress" aria-label={label} value={Math.min(done, total)} max={total} />
  ) : (
    <progress className="progress" aria-label={label} />
  )
}
