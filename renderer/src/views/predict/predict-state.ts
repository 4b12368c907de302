import { createAtom } from '../../state/atom.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { type Branch, type NewBranch, original } from './branches.ts'
import type { Ground, Mode } from './step-requests.ts'

function acceptName(stored: unknown): string | null {
  return typeof stored === 'string' && stored.length > 0 && stored.length <= 200 ? stored : null
}

/** The engine that was chosen; null while none was. */
export const engineAtom = createStoredAtom<string | null>('predict.engine', null, acceptName)

export const CONSTRAINTS = ['usual', 'codec', 'none'] as const

/** How an engine is asked. */
export interface AskSettings {
  readonly codec: string
  /** Only answers that the codec can read, or any; `usual` is what the kind of model has of itself. */
  readonly constraint: (typeof CONSTRAINTS)[number]
}

function acceptSettings(stored: unknown): AskSettings | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { codec, constraint } = stored as Partial<AskSettings>
  const isWhole = typeof codec === 'string' && constraint !== undefined
  return isWhole && CONSTRAINTS.includes(constraint) ? { codec, constraint } : null
}

export const settingsAtom = createStoredAtom<AskSettings>(
  'predict.settings',
  { codec: 'nd@1', constraint: 'usual' },
  acceptSettings,
)

export const modeAtom = createAtom<Mode>('forced')

/** Which side of the comparison is followed in the source and in the text. */
export type ShownSide = 'predicted' | 'real'
export const shownSideAtom = createAtom<ShownSide>('predicted')

/** Stepping from a state, along no trajectory. */
export interface Start extends Ground {
  /** Where one came from, to go back to with the same key. */
  readonly back: { readonly trajectory: string; readonly trajectoryStep: number | null } | null
}

export const startAtom = createAtom<Start | null>(null)

/** The ways that were stepped on one ground, and which of them is in sight. */
export interface Ways {
  readonly branches: readonly Branch[]
  readonly current: number
}

/** By ground: branches stay when one looks elsewhere. */
export const waysAtom = createAtom<ReadonlyMap<string, Ways>>(new Map())

export function setWays(key: string, ways: Ways): void {
  waysAtom.set((all) => new Map([...all, [key, ways]]))
}

/** Adds a branch and shows it. */
export function withBranch({ branches }: Ways, added: NewBranch): Ways {
  const id = Math.max(...branches.map((branch) => branch.id)) + 1
  return { branches: [...branches, { ...added, id }], current: id }
}

export function branchShown({ branches, current }: Ways): Branch {
  return branches.find(({ id }) => id === current) ?? branches[0] ?? original([])
}

/** Replaces a branch by a longer one. */
export function withLonger({ branches, current }: Ways, longer: Branch): Ways {
  return { branches: branches.map((one) => (one.id === longer.id ? longer : one)), current }
}

/** Number of a step that was just added to a way, and is to be predicted once the way is in sight. */
export const pendingStepAtom = createAtom<number | null>(null)

/** The list of trajectories stands in place of the steps. */
export const listedAtom = createAtom(false)
