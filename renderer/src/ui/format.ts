/** Local date and time to the minute: `2026-03-01 14:05`. */
export function formatTime(at: number): string {
  const date = new Date(at)
  const pad = (part: number): string => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`
}
