const pad = (part: number): string => String(part).padStart(2, '0')

/** Local date and time to the minute: `2026-03-01 14:05`. */
export function formatTime(at: number): string {
  return formatSecond(at).slice(0, -3)
}

/** Local date and time to the second, which spreadsheets read: `2026-03-01 14:05:09`. */
export function formatSecond(at: number): string {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** A probability or a share as a percentage; one that is not quite 0 or 1 never reads as if it were. */
export function formatProbability(probability: number): string {
  if (probability > 0 && probability < 0.001) return '< 0.1 %'
  if (probability < 1 && probability > 0.999) return '> 99.9 %'
  return `${(100 * probability).toFixed(1).replace(/\.0$/, '')} %`
}
