import { useEffect, useSyncExternalStore } from 'react'
import { isActive } from './jobs.ts'
import { isProblem, type MadeProgram, madeProgram } from './made-programs.ts'
import { type Session, useConnection, useSession } from './session.ts'

/** What a recording has made so far. Another object each time that changed. */
export interface MadeSoFar {
  readonly all: readonly MadeProgram[]
  readonly problems: readonly MadeProgram[]
  readonly total: number
  readonly problemTotal: number
  readonly status: 'open' | 'ended' | 'failed'
}

interface MadeStream {
  readonly get: () => MadeSoFar
  readonly subscribe: (listener: () => void) => () => void
  readonly restart: () => void
  readonly stop: () => void
}

const NOTHING: MadeSoFar = { all: [], problems: [], total: 0, problemTotal: 0, status: 'open' }
/** Recordings whose rows stay while the user looks elsewhere. */
const KEPT_STREAMS = 5

function startStream(session: Session, job: string): MadeStream {
  const listeners = new Set<() => void>()
  let all: MadeProgram[] = []
  let problems: MadeProgram[] = []
  /** Rows of traces that are still recorded, by trace. */
  let growing = new Map<string, number>()
  let shown = NOTHING
  let stopWatch = (): void => {}
  const publish = (status: MadeSoFar['status']): void => {
    shown = { all, problems, total: all.length, problemTotal: problems.length, status }
    for (const listener of [...listeners]) listener()
  }
  const take = (things: readonly Readonly<Record<string, unknown>>[]): void => {
    for (const thing of things) {
      const trace = String(thing.trace)
      const index = growing.get(trace) ?? all.length
      const made = madeProgram(thing, index)
      all[index] = made
      if (made.recording) growing.set(trace, index)
      else growing.delete(trace)
      if (isProblem(made)) problems.push(made)
    }
    if (things.length > 0) publish('open')
  }
  /** What was still recorded when the job ended is not kept. */
  const dropGrowing = (): void => {
    if (growing.size === 0) return
    growing = new Map()
    all = all.filter(({ recording }) => !recording).map((made, index) => ({ ...made, index }))
    problems = all.filter(isProblem)
    publish('open')
  }
  const start = (): void => {
    all = []
    problems = []
    growing = new Map()
    try {
      stopWatch = session.watch(
        'job.follow',
        { job },
        {
          onItem: ({ row, made }) => {
            take(made)
            if (!isActive(row.state)) dropGrowing()
          },
          onEnd: () => publish('ended'),
          onError: () => publish('failed'),
        },
      )
    } catch {
      // There is no connection; the page says so and starts again when there is one.
      publish('failed')
    }
  }
  start()
  return {
    get: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restart: () => {
      stopWatch()
      start()
    },
    stop: () => stopWatch(),
  }
}

const streamsOfSession = new WeakMap<Session, Map<string, MadeStream>>()

/** The stream of a job: first all it has made, then each thing as it is made. */
function madeStream(session: Session, job: string): MadeStream {
  const streams = streamsOfSession.get(session) ?? new Map<string, MadeStream>()
  streamsOfSession.set(session, streams)
  const stream = streams.get(job) ?? startStream(session, job)
  streams.delete(job)
  streams.set(job, stream)
  for (const [other, old] of streams) {
    if (streams.size <= KEPT_STREAMS) break
    old.stop()
    streams.delete(other)
  }
  return stream
}

const IDLE: Pick<MadeStream, 'get' | 'subscribe'> = {
  get: () => NOTHING,
  subscribe: () => () => {},
}

/** What a job has made so far, while it makes more; nothing while `job` is null. */
export function useMade(job: string | null): MadeSoFar {
  const session = useSession()
  const stream = job === null ? null : madeStream(session, job)
  const connection = useConnection().state
  useEffect(() => {
    // What a lost connection cut short is told again from its beginning.
    if (connection === 'open' && stream?.get().status === 'failed') stream.restart()
  }, [connection, stream])
  const { subscribe, get } = stream ?? IDLE
  return useSyncExternalStore(subscribe, get)
}
