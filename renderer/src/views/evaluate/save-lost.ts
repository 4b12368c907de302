import { useMemo } from 'react'
import type { RunComparison } from '../../../../shared/contract/runs.ts'
import { flipQuery } from '../../../../shared/query/run-query.ts'
import { useViewChanges } from '../../api/corpus.ts'
import { errorText } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { useTrajectoryCount } from '../../api/trajectories.ts'
import { showToast } from '../../state/toasts.ts'

/** A view's name holds at most this many characters. */
const MOST_NAME = 100

function nameOf({ first, second }: RunComparison): string {
  const engines =
    first.engine === second.engine
      ? `${second.engine}: seed ${second.seed} against ${first.seed}`
      : `${second.engine} against ${first.engine}`
  return `Lost by ${engines} (${second.run.slice(0, 8)})`.slice(0, MOST_NAME)
}

/** Keeps the trajectories that hold a lost step as a named set, which later runs can be of: the regression gate. */
export function useSaveLost(found: RunComparison): { reason: string | null; run: () => void } {
  const host = useHost()
  const { save } = useViewChanges()
  const where = flipQuery({
    ...{ first: found.first.run, second: found.second.run },
    ...{ flip: 'lost', action: null },
  })
  const { data: count } = useTrajectoryCount(where)
  const reason =
    host?.readOnly === true
      ? 'This store is read-only.'
      : found.losses === 0
        ? 'No step was lost.'
        : null
  const name = nameOf(found)
  return useMemo(() => {
    const view = { level: 'trajectory', where, columns: [], sort: [], isDefault: false } as const
    const run = async (): Promise<void> => {
      try {
        await save({ ...view, columns: [], sort: [], name, count: count ?? 0 })
        showToast(`Saved as “${name}”: a new run can take it as its set.`)
      } catch (error) {
        showToast(errorText(error), { tone: 'error' })
      }
    }
    return { reason, run: () => void run() }
  }, [save, where, name, count, reason])
}
