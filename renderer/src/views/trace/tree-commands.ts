import { type RefObject, useMemo } from 'react'
import { createAtom } from '../../state/atom.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'

/** Ways to look at one tree (product.md, feature 15). */
export const PROJECTIONS = ['time', 'merged', 'callers'] as const
export type Projection = (typeof PROJECTIONS)[number]

/** These outlive a look at another view, and are the same for every trace. */
export const projectionAtom = createAtom<Projection>('time')
export const collapseRecursionAtom = createAtom(false)

const TREE_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.collapse-all': { keys: [], description: 'Collapse every state of the tree' },
  'trace.expand-all': { keys: [], description: 'Expand every state of the tree' },
  'trace.tree-in-time-order': { keys: ['1'], description: 'Tree in time order' },
  'trace.tree-merged': { keys: ['2'], description: 'Tree merged by function' },
  'trace.tree-callers': {
    keys: ['3'],
    description: 'Callers and callees of the function in focus',
  },
  'trace.collapse-recursion': {
    keys: ['r'],
    description: 'Collapse recursion in the tree, or expand it again',
  },
})

const SIGHT_COMMANDS = declareCommands('Trace', 'in the Trace view, with the tree in time order', {
  'trace.centre-focus': {
    keys: ['f'],
    description: 'Focus to the middle of the tree; again: the tree to fit',
  },
  'trace.fit-tree': { keys: ['0'], description: 'Tree as deep as fits the window' },
})

const WALK_COMMANDS = declareCommands(
  'Trace',
  'in the Trace view, with the tree merged by function or showing callers',
  {
    'trace.next-call': { keys: ['j'], description: 'To the next call of the row' },
    'trace.previous-call': { keys: ['k'], description: 'To the previous call of the row' },
  },
)

const ONLY_IN_TIME = 'Only the tree in time order has states to collapse and expand.'
const NO_ROW_OF_CALLS = 'Rows of several calls are in the tree merged by function, and in callers.'
const NOT_IN_TIME = 'The tree moves like this only in time order.'
const NOT_OF_CALLERS = 'Callers and callees show no recursion to collapse.'

interface TreeActs {
  readonly projection: Projection
  readonly onProjection: (projection: Projection) => void
  readonly collapseAll: () => void
  readonly expandAll: () => void
  readonly collapseRecursion: () => void
}

function useTreeKeys(bindings: readonly KeyBinding[], within: RefObject<HTMLElement | null>): void {
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
}

/** What another projection binds: here its keys only say why they do nothing. */
function refused(
  commands: Readonly<Record<string, Pick<KeyBinding, 'id' | 'keys' | 'description'>>>,
  reason: string,
): readonly KeyBinding[] {
  return Object.values(commands).map((command) => ({ ...command, reason, run: () => {} }))
}

/** Binds the commands of the tree while it has the keyboard. The functions must stay the same. */
export function useTreeCommands(acts: TreeActs, within: RefObject<HTMLElement | null>): void {
  const { projection, onProjection, collapseAll, expandAll, collapseRecursion } = acts
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const outline = projection === 'time' ? null : ONLY_IN_TIME
    const project = (to: Projection) => ({
      current: projection === to,
      run: () => onProjection(to),
    })
    return [
      { ...TREE_COMMANDS['trace.collapse-all'], reason: outline, run: collapseAll },
      { ...TREE_COMMANDS['trace.expand-all'], reason: outline, run: expandAll },
      { ...TREE_COMMANDS['trace.tree-in-time-order'], ...project('time') },
      { ...TREE_COMMANDS['trace.tree-merged'], ...project('merged') },
      { ...TREE_COMMANDS['trace.tree-callers'], ...project('callers') },
      {
        ...TREE_COMMANDS['trace.collapse-recursion'],
        reason: projection === 'callers' ? NOT_OF_CALLERS : null,
        run: collapseRecursion,
      },
      ...(projection === 'time'
        ? refused(WALK_COMMANDS, NO_ROW_OF_CALLS)
        : refused(SIGHT_COMMANDS, NOT_IN_TIME)),
    ]
  }, [projection, onProjection, collapseAll, expandAll, collapseRecursion])
  useTreeKeys(bindings, within)
}

/** Binds what moves the tree in time order, not the focus. The functions must stay the same. */
export function useSightCommands(
  { centre, fit }: { readonly centre: () => void; readonly fit: () => void },
  within: RefObject<HTMLElement | null>,
): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { ...SIGHT_COMMANDS['trace.centre-focus'], run: centre },
      { ...SIGHT_COMMANDS['trace.fit-tree'], run: fit },
    ],
    [centre, fit],
  )
  useTreeKeys(bindings, within)
}

/** Binds the keys that go from one call of the active row to another. The functions must stay the same. */
export function useWalkCommands(
  { next, previous }: { readonly next: () => void; readonly previous: () => void },
  within: RefObject<HTMLElement | null>,
): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { ...WALK_COMMANDS['trace.next-call'], run: next },
      { ...WALK_COMMANDS['trace.previous-call'], run: previous },
    ],
    [next, previous],
  )
  useTreeKeys(bindings, within)
}
