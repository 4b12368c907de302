import { type RefObject, useMemo } from 'react'
import type { JobRow } from '../../../../shared/contract/jobs.ts'
import { isActive, usePauseJob, useResumeJob } from '../../api/jobs.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { problemsOnlyAtom } from './record-state.ts'

const QUEUE_COMMANDS = declareCommands('Recording', 'while a recording is shown', {
  'record.pause': { keys: ['p'], description: 'Pause or resume the recording' },
  'record.problems-only': { keys: ['e'], description: 'Problems only, or every program' },
})

interface QueueKeysProps {
  readonly job: JobRow
  readonly within: RefObject<HTMLElement | null>
}

/** The keys of the list of programs. */
export function QueueKeys({ job, within }: QueueKeysProps) {
  const { mutate: pause } = usePauseJob()
  const { mutate: resume } = useResumeJob()
  const { job: id, paused, kind } = job
  const active = isActive(job.state)
  const endedReason = active ? null : 'This recording has ended.'
  const reason = kind === 'import' ? 'An import cannot be paused.' : endedReason
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...QUEUE_COMMANDS['record.pause'],
        reason,
        run: () => (paused ? resume(id) : pause(id)),
      },
      {
        ...QUEUE_COMMANDS['record.problems-only'],
        run: () => problemsOnlyAtom.set((only) => !only),
      },
    ],
    [reason, id, paused, pause, resume],
  )
  useKeys('Recording', bindings, { within })
  return null
}
