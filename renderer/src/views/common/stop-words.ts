import type { StopReason } from '../../../../shared/trace/event.ts'

/** The words for how a program ended; `ended` needs none beside the exit. */
export const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  ended: 'ended',
  step_limit: 'step limit',
  time_limit: 'time limit',
  output_limit: 'output limit',
  cpu_limit: 'CPU limit',
  byte_limit: 'size limit',
  depth_limit: 'depth limit',
  memory_limit: 'memory limit',
  crashed: 'crashed',
  syntax_error: 'syntax error',
}
