import { type RefObject, useMemo } from 'react'
import type { JobRow } from '../../../../shared/contract/jobs.ts'
import { isActive, usePauseJob, useResumeJob } from '../../api/jobs.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { problemsOnlyAtom } from './record-state.ts'

interface QueueKeysProps {
  readonly job: JobRow
  readonly within: RefObject<HTMLElement | null>
}

/** The keys of the list of programs. */
export function QueueKeys({ job, within }: QueueKeysProps) {
  const { mutate: pause } = usePauseJob()
  const { mutate: resume } = useResumeJob()
  const { job: id, paused } = job
  const active = isActive(job.state)
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        keys: ['p'],
        description: 'Pause or resume the recording',
        enabled: active,
        run: () => (paused ? resume(id) : pause(id)),
      },
      {
        keys: ['e'],
        description: 'Problems only, or every program',
        run: () => problemsOnlyAtom.set((only) => !only),
      },
    ],
    [active, id, paused, pause, resume],
  )
  useKeys('Recording', bindings, { within })
  return null
}
