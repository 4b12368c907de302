import type { GivenState } from '../../../../shared/contract/stepping.ts'
import type { Action } from '../../../../shared/trajectory/types.ts'

/** One way that was stepped: what was done, and what a person changed on the way. The original is never changed. */
export interface Branch {
  readonly id: number
  /** What makes it another way than the one it came off. */
  readonly title: string
  /** The branch it came off, and how many of its actions it took over; null for the original. */
  readonly from: { readonly branch: number; readonly at: number } | null
  readonly actions: readonly Action[]
  /** By number of the state: it was changed by hand. */
  readonly edits: ReadonlyMap<number, GivenState>
  /** By number of the action: how its answer has to begin. */
  readonly beginnings: ReadonlyMap<number, string>
  /** Actions it has in common with the original, before which nothing was changed. */
  readonly shared: number
}

/** A branch that has no number yet. */
export type NewBranch = Omit<Branch, 'id'>

export function original(actions: readonly Action[]): Branch {
  return {
    id: 0,
    title: 'original',
    from: null,
    actions,
    edits: new Map(),
    beginnings: new Map(),
    shared: actions.length,
  }
}

function before<T>(changes: ReadonlyMap<number, T>, end: number): ReadonlyMap<number, T> {
  return new Map([...changes].filter(([at]) => at < end))
}

function cut(branch: Branch, at: number, title: string): NewBranch {
  return {
    title,
    from: { branch: branch.id, at },
    actions: branch.actions.slice(0, at),
    // A state is changed before the action that is taken at it.
    edits: before(branch.edits, at + 1),
    beginnings: before(branch.beginnings, at),
    shared: Math.min(branch.shared, at),
  }
}

/** Another action at state `at`. */
export function branchByAction(branch: Branch, at: number, action: Action): NewBranch {
  const way = cut(branch, at, `${action.name} at state ${at}`)
  return { ...way, actions: [...way.actions, action] }
}

/** State `at` changed by hand; what followed it was another program's future. */
export function branchByEdit(branch: Branch, at: number, given: GivenState): NewBranch {
  const way = cut(branch, at, `edited state ${at}`)
  return { ...way, edits: new Map([...way.edits, [at, given]]) }
}

/** The answer to action `step` has to begin so. */
export function branchByBeginning(branch: Branch, step: number, text: string): NewBranch {
  const way = cut(branch, step, `other answer at step ${step}`)
  const action = branch.actions[step]
  return {
    ...way,
    actions: action === undefined ? way.actions : [...way.actions, action],
    beginnings: new Map([...way.beginnings, [step, text]]),
  }
}

/** The same way, one action further. */
export function further(branch: Branch, action: Action): Branch {
  const isOriginal = branch.from === null
  const actions = [...branch.actions, action]
  return { ...branch, actions, shared: isOriginal ? actions.length : branch.shared }
}
