import {
  expandSiblings,
  isBranch,
  type Outline,
  rowOfSeq,
  seqOfRow,
  setCollapsed,
} from '../draw/outline.ts'
import type { TreeModel } from '../draw/tree-model.ts'

/** What a key of the treegrid does: move the focus, change what is collapsed, open the row, or nothing. */
export type TreeKeyEffect =
  | { readonly kind: 'focus'; readonly seq: number }
  | { readonly kind: 'collapse'; readonly collapsed: ReadonlySet<number> }
  | { readonly kind: 'open'; readonly seq: number }

export interface TreeKeyState {
  readonly model: TreeModel
  readonly outline: Outline
  readonly collapsed: ReadonlySet<number>
  /** Row of the focus; the exit's row is `outline.rowCount`. */
  readonly focus: number
  /** Rows that can be moved to, the exit's included. */
  readonly rowCount: number
  readonly pageRows: number
}

const ROW_STEPS: Readonly<Record<string, (pageRows: number) => number>> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (pageRows) => -pageRows,
  PageDown: (pageRows) => pageRows,
}

function moveRows(state: TreeKeyState, rows: number): TreeKeyEffect | null {
  const from = rowOfSeq(state.outline, state.focus)
  const to = Math.max(0, Math.min(state.rowCount - 1, from + rows))
  return to === from ? null : { kind: 'focus', seq: seqOfRow(state.outline, to) }
}

function expandOrDescend(state: TreeKeyState): TreeKeyEffect | null {
  const node = state.model.nodes[state.focus]
  if (node === undefined || !isBranch(node)) return null
  if (state.collapsed.has(node.seq)) {
    return { kind: 'collapse', collapsed: setCollapsed(state.collapsed, node.seq, false) }
  }
  return { kind: 'focus', seq: node.seq + 1 }
}

function collapseOrAscend(state: TreeKeyState): TreeKeyEffect | null {
  const node = state.model.nodes[state.focus]
  if (node === undefined) return null
  if (isBranch(node) && !state.collapsed.has(node.seq)) {
    return { kind: 'collapse', collapsed: setCollapsed(state.collapsed, node.seq, true) }
  }
  return node.parent < 0 ? null : { kind: 'focus', seq: node.parent }
}

/** The effect of a key of the ARIA treegrid pattern; null when the key does nothing here. */
export function treeKeyEffect(key: string, state: TreeKeyState): TreeKeyEffect | null {
  const step = ROW_STEPS[key]
  if (step !== undefined) return moveRows(state, step(state.pageRows))
  switch (key) {
    case 'ArrowRight':
      return expandOrDescend(state)
    case 'ArrowLeft':
      return collapseOrAscend(state)
    case '*':
      return {
        kind: 'collapse',
        collapsed: expandSiblings(state.model.nodes, state.collapsed, state.focus),
      }
    case 'Enter':
      return { kind: 'open', seq: state.focus }
    default:
      return null
  }
}

/** Whether the treegrid answers to a key, even where it has no effect. */
export function isTreeKey(key: string): boolean {
  return key in ROW_STEPS || ['ArrowRight', 'ArrowLeft', '*', 'Enter'].includes(key)
}
