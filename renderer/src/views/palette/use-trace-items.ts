import { useMemo } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import { FLAG_RESUMED } from '../../../../shared/trace/event.ts'
import { useTrace } from '../../api/traces.ts'
import { lineWord } from '../../draw/line-word.ts'
import { rowName } from '../../draw/row-texts.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { openView, useFocus } from '../../state/place.ts'
import { type LoadedTree, useTreeModel } from '../common/use-tree-model.ts'
import { type PaletteItem, type PaletteList, paletteItem } from './palette-item.ts'
import { rankItems } from './rank.ts'

const NO_TRACE: PaletteList = {
  items: [],
  note: 'No trace is in focus. Open one first: type the name of its program.',
}

/** Each function that was called, with its first call. */
function functionItems(model: TreeModel, paths: readonly string[]): readonly PaletteItem[] {
  const calls = new Map<string, { seq: number; count: number; line: number }>()
  for (const node of model.nodes) {
    if (node.kind !== 'call' || (node.flags & FLAG_RESUMED) !== 0) continue
    const name = rowName(paths, node)
    const known = calls.get(name)
    if (known === undefined) calls.set(name, { seq: node.seq, count: 1, line: node.line })
    else known.count += 1
  }
  return [...calls].map(([title, { seq, count, line }]) =>
    paletteItem({
      id: `function ${title}`,
      title,
      detail: `${lineWord(line)} · ${formatNoun(count, 'call')}`,
      run: () => openView('trace', { step: seq }),
    }),
  )
}

function loadingNote({ complete, error }: LoadedTree): string | null {
  if (error !== null) return error
  return complete ? null : 'The tree is still being read; more functions may come.'
}

/** Functions of the trace in focus; null while `query` is. */
export function useFunctionItems(query: string | null): PaletteList | null {
  const { trace } = useFocus()
  const asked = query === null ? null : trace
  const tree = useTreeModel(asked)
  const { data } = useTrace(asked)
  const { model, loaded } = tree
  const all = useMemo(
    // The model is one growing object; its length is what tells one state of it from the next.
    () => (loaded === 0 || data === undefined ? [] : functionItems(model, data.files)),
    [model, loaded, data],
  )
  const list = useMemo(() => (query === null ? null : rankItems(query, all)), [query, all])
  if (list === null) return null
  if (trace === null) return NO_TRACE
  return { ...list, note: loadingNote(tree) ?? list.note }
}

/** The event of a number, of the trace in focus; null while `query` is. */
export function useEventItems(query: string | null): PaletteList | null {
  const { trace } = useFocus()
  const asked = query === null ? null : trace
  const { data } = useTrace(asked)
  const { model, loaded } = useTreeModel(asked)
  return useMemo(() => {
    if (query === null) return null
    if (trace === null) return NO_TRACE
    if (data === undefined || loaded < 0) return { items: [], note: null }
    if (data.events === 0) return { items: [], note: 'This trace has no events.' }
    const bounds = `${data.program} has events 0 to ${formatCount(data.events - 1)}.`
    if (query === '') return { items: [], note: bounds }
    const seq = Number(query)
    if (!/^\d+$/.test(query) || seq >= data.events) return { items: [], note: bounds }
    const node = model.nodes[seq]
    const about =
      node === undefined
        ? null
        : `${node.kind} · ${lineWord(node.line)} · ${rowName(data.files, node)}`
    const item = paletteItem({
      id: `event ${seq}`,
      title: `Event ${formatCount(seq)} of ${data.program}`,
      detail: about,
      run: () => openView('trace', { step: seq }),
    })
    return { items: [item], note: null }
  }, [query, trace, data, model, loaded])
}
