import type { Exit, StopReason } from '../../shared/trace/event.ts'

/** A program and how its recording must end. */
export interface Verdict {
  readonly name: string
  readonly code: string
  readonly entry?: string
  readonly stop: StopReason
  readonly exit: Exit
  readonly type?: string
  readonly line?: number
  readonly stdout?: string
}

/** Much of something at once. */
export const SIZES: readonly Verdict[] = [
  {
    name: 'bytes written past Python’s streams, more than the limit',
    code: "import os\nfor i in range(200):\n    os.write(1, b'a' * 1000)\n",
    stop: 'output_limit',
    exit: 'never',
    type: 'OutputLimit',
    stdout: 'a'.repeat(100_000),
  },
  {
    name: 'a hundred thousand new variables at once',
    code: "globals().update(dict.fromkeys(map('v{}'.format, range(100_000))))\nx = 1\n",
    stop: 'ended',
    exit: 'normal',
  },
  {
    name: 'names of a million characters',
    code: "globals()['n' * 1_000_000] = type('t' * 1_000_000, (Exception,), {})\nraise globals()['n' * 1_000_000]\n",
    stop: 'ended',
    exit: 'error',
    type: `${'t'.repeat(65_535)}…`,
  },
]
