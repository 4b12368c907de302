import { err, ok, type Result } from '../../shared/base/result.ts'

/** One message of the sandbox: `<nonce> <kind> <length>\n`, then that many bytes. */
export interface SandboxFrame {
  readonly nonce: string
  readonly kind: FrameKind
  readonly payload: Buffer
}

const FRAME_KINDS = ['ready', 'failed', 'trace', 'stdout', 'stderr', 'done', 'fatal'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

const MAX_HEADER = 128
const MAX_PAYLOAD = 64 * 1024 * 1024
const HEADER = /^([0-9a-f]{32}) ([a-z]{1,16}) (\d{1,8})$/

export interface FrameReader {
  /** The frames completed by these bytes; after an error the stream cannot be read on. */
  readonly push: (bytes: Buffer) => Result<readonly SandboxFrame[], string>
}

/** Cuts the sandbox's output into frames; refuses what does not begin as one or is too long. */
export function createFrameReader(): FrameReader {
  let pending: Buffer = Buffer.alloc(0)
  const push = (bytes: Buffer): Result<readonly SandboxFrame[], string> => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
    const frames: SandboxFrame[] = []
    for (;;) {
      const frame = takeFrame(pending)
      if (!frame.ok) return frame
      if (frame.value === null) return ok(frames)
      frames.push(frame.value.frame)
      pending = frame.value.rest
    }
  }
  return { push }
}

function takeFrame(bytes: Buffer): Result<{ frame: SandboxFrame; rest: Buffer } | null, string> {
  const end = bytes.subarray(0, MAX_HEADER).indexOf(0x0a)
  if (end < 0) return bytes.length < MAX_HEADER ? ok(null) : err('it sent no frame')
  const match = HEADER.exec(bytes.toString('latin1', 0, end))
  if (match === null) return err('it sent something else than a frame')
  const [, nonce = '', kindText = '', lengthText = ''] = match
  const kind = FRAME_KINDS.find((candidate) => candidate === kindText)
  const length = Number(lengthText)
  if (kind === undefined || length > MAX_PAYLOAD) return err('it sent a frame that is not allowed')
  const start = end + 1
  if (bytes.length < start + length) return ok(null)
  const payload = bytes.subarray(start, start + length)
  return ok({ frame: { nonce, kind, payload }, rest: bytes.subarray(start + length) })
}
