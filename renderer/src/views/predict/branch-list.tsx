import { setWays } from './predict-state.ts'
import type { Desk } from './use-desk.ts'

/** Shows a branch; the original and all others stay as they are. */
export function showBranch({ known }: Desk, id: number): void {
  setWays(known.key, { ...known.ways, current: id })
}

/** The way that was recorded or begun, and what was tried beside it. */
export function BranchList({ desk }: { desk: Desk }) {
  const { branches } = desk.known.ways
  if (branches.length < 2) return null
  return (
    <section className="branch-list" aria-label="Branches">
      {branches.map((branch) => (
        <button
          type="button"
          key={branch.id}
          className="branch"
          aria-pressed={branch.id === desk.branch.id}
          title={
            branch.from === null
              ? 'As it was begun; nothing changes it'
              : `Off ${branches.find(({ id }) => id === branch.from?.branch)?.title ?? ''} at state ${branch.from.at}`
          }
          onClick={() => showBranch(desk, branch.id)}
        >
          <span aria-hidden="true">{branch.from === null ? '●' : '↳'}</span>
          <span className="ellipsis">{branch.title}</span>
        </button>
      ))}
    </section>
  )
}
