import type { Attempt, EngineName } from './attempt.ts'
import { ENGINE_ATTEMPTS } from './engine-attempts.ts'
import { FILE_ATTEMPTS } from './file-attempts.ts'
import { NETWORK_ATTEMPTS } from './network-attempts.ts'
import { PROCESS_ATTEMPTS } from './process-attempts.ts'

export const ATTEMPTS: readonly Attempt[] = [
  ...FILE_ATTEMPTS,
  ...NETWORK_ATTEMPTS,
  ...PROCESS_ATTEMPTS,
  ...ENGINE_ATTEMPTS,
]

/** Attempts that mean something under an engine. */
export function attemptsOn(engine: EngineName): readonly Attempt[] {
  return ATTEMPTS.filter(({ only }) => only === undefined || only === engine)
}
