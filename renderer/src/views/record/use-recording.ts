import { useState } from 'react'
import type { EngineAbout } from '../../../../shared/contract/recording.ts'
import { useDebounced } from '../../api/debounced.ts'
import { errorCode, errorText } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { useEngines, useStartRecording } from '../../api/recordings.ts'
import { useAtom } from '../../state/atom.ts'
import { checkRecord, type FieldErrors } from './record-check.ts'
import type { RecordDraft, Source } from './record-draft.ts'
import { chosenJobAtom, probeAtom, recordDraftAtom } from './record-state.ts'

export interface Recording {
  readonly draft: RecordDraft
  readonly onDraft: (draft: RecordDraft) => void
  readonly errors: FieldErrors
  readonly engines: readonly EngineAbout[] | undefined
  readonly enginesFailure: unknown
  /** Why the services refused to start, where it belongs to no field; null when they did not. */
  readonly refusal: string | null
  readonly busy: boolean
  /** Why nothing can be recorded at all; null when it can. */
  readonly blocked: string | null
  /** The request as text, for telling whether a probe was of it; null while it is not whole. */
  readonly asked: string | null
  /** Both answer false when something is wrong with a field. */
  readonly record: () => boolean
  readonly probe: () => boolean
}

function useEnginesOf(draft: RecordDraft) {
  const python = draft.python.trim()
  return useEngines(useDebounced(draft.engine === 'cpython' && python !== '' ? python : null))
}

/** Where a refusal of what was to be read belongs. */
const PATH_FIELDS: Readonly<Partial<Record<Source, 'path' | 'test'>>> = {
  path: 'path',
  tests: 'test',
}

/** The draft, what is wrong with it, and the two things to do with it. */
export function useRecording(): Recording {
  const draft = useAtom(recordDraftAtom)
  const engines = useEnginesOf(draft)
  const host = useHost()
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ readonly of: string; readonly error: unknown } | null>(
    null,
  )
  const record = useStartRecording('trace.record')
  const probe = useStartRecording('trace.probe')
  const engine = engines.data?.find((one) => one.engine === draft.engine) ?? null
  const checked = checkRecord(draft, engine)
  const asked = checked.request === null ? null : JSON.stringify(checked.request)
  const blocked = host?.readOnly ? 'This store is read-only.' : null
  const busy = record.isPending || probe.isPending

  const start = (mutation: typeof record, onStarted: (job: string) => void): boolean => {
    setTried(true)
    const { request } = checked
    if (request === null || asked === null) return false
    if (busy || blocked !== null) return true
    setRefused(null)
    mutation.mutate(request, {
      onSuccess: onStarted,
      onError: (error) => setRefused({ of: asked, error }),
    })
    return true
  }
  // What the services refused was said of what was asked then, and goes with the next change.
  const refusal = refused !== null && refused.of === asked ? refused.error : null
  const isAboutPath = /^(not-found|bad-input)$/.test(errorCode(refusal) ?? '')
  const field = isAboutPath ? PATH_FIELDS[draft.from] : undefined
  const pathError = field === undefined ? {} : { [field]: errorText(refusal) }
  return {
    draft,
    onDraft: recordDraftAtom.set,
    errors: { ...(tried ? checked.errors : {}), ...pathError },
    engines: engines.data,
    enginesFailure: engines.error,
    refusal: refusal === null || field !== undefined ? null : errorText(refusal),
    busy,
    blocked,
    asked,
    record: () => start(record, chosenJobAtom.set),
    probe: () => start(probe, (job) => probeAtom.set({ job, of: asked ?? '' })),
  }
}
