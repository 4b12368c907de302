import { isActive, useCancelJob, useJob } from '../../api/jobs.ts'
import { useAtom } from '../../state/atom.ts'
import { Button } from '../../ui/button.tsx'
import { probeAtom } from './record-state.ts'

/** What a probe of this very request found, in its sentence. */
export function ProbeResult({ asked }: { asked: string | null }) {
  const probe = useAtom(probeAtom)
  const isOfThis = probe !== null && probe.of === asked
  const { data } = useJob(isOfThis ? probe.job : null)
  const cancel = useCancelJob()
  if (!isOfThis || data === undefined) return null
  if (isActive(data.state)) {
    return (
      <div className="record-row" role="status">
        <span className="muted">
          {data.state === 'queued'
            ? 'The probe waits for the recording that runs.'
            : 'Probing: the first program runs for a second.'}
        </span>
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate(data.job)}>
          Cancel
        </Button>
      </div>
    )
  }
  if (data.state === 'cancelled') return null
  return (
    <p className={data.error === null ? 'probe-said' : 'field-error'} role="status">
      <strong>Probe</strong> {data.error ?? data.text}
    </p>
  )
}
