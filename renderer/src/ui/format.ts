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
