import { isActive, useCancelJob, useJob } from '../../api/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'

/** The sampling job started here: how far it is, or how it ended. */
export function SampleJob({ job }: { job: string | null }) {
  const { data } = useJob(job)
  const cancel = useCancelJob()
  if (job === null || data === undefined) return null
  if (!isActive(data.state)) {
    return (
      <p
        className={data.error === null ? 'sample-job muted' : 'sample-job field-error'}
        role="status"
      >
        {data.error ?? (data.state === 'done' ? data.text : `Sampling was ${data.state}.`)}
      </p>
    )
  }
  return (
    <div className="sample-job">
      <Progress label={data.title} done={data.done} total={data.total} />
      <p className="muted" role="status">
        {data.text === '' ? 'Waiting to start' : data.text}
      </p>
      <Button disabled={cancel.isPending} onClick={() => cancel.mutate(job)}>
        Cancel
      </Button>
    </div>
  )
}
