const NEWLINE = 0x0a
/** More without a line's end is handed on as it is: no line of a trace is as long. */
const MAX_PENDING = 64 * 1024 * 1024

/** Returns the bytes up to the last line's end so far, or null. */
export type LineCutter = (bytes: Buffer) => Buffer | null

/** Cuts a stream at ends of lines; what a killed process left of a line is never handed on. */
export function createLineCutter(): LineCutter {
  let pending: Buffer[] = []
  let size = 0
  return (bytes) => {
    const end = bytes.lastIndexOf(NEWLINE) + 1
    if (end === 0 && size + bytes.length <= MAX_PENDING) {
      pending.push(bytes)
      size += bytes.length
      return null
    }
    const whole = Buffer.concat([...pending, end === 0 ? bytes : bytes.subarray(0, end)])
    const rest = end === 0 ? Buffer.from('\n') : bytes.subarray(end)
    pending = rest.length === 0 ? [] : [rest]
    size = rest.length
    return whole
  }
}
