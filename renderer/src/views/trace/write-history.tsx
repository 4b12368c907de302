import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { VariableWrite } from '../../../../shared/contract/trees.ts'
import { errorText } from '../../api/errors.ts'
import { useWrites, type VariablePlace } from '../../api/writes.ts'
import { lineWord } from '../../draw/line-word.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import type { VariableWrites } from './use-writes.ts'
import { writeWords } from './write-words.ts'

interface WriteHistoryProps {
  readonly model: TreeModel
  readonly writes: VariableWrites
  readonly place: VariablePlace
  readonly goTo: (seq: number) => void
}

/** Writes of one page, on each side of the event it is about. */
const PAGE = 20

function lineOf(model: TreeModel, seq: number, isGone: boolean): string {
  const line = model.nodes[writeWords(model, seq, isGone)?.by ?? -1]?.line
  return line === undefined ? '' : lineWord(line)
}

function Item({
  model,
  write,
  isShown,
  goTo,
}: {
  model: TreeModel
  write: VariableWrite
  isShown: boolean
  goTo: (seq: number) => void
}) {
  const { seq, value } = write
  const words = writeWords(model, seq, value === null)
  return (
    <li>
      <button
        type="button"
        className="write"
        aria-current={isShown ? 'true' : undefined}
        title={
          words === null ? undefined : `${words.text}; shows first at event ${formatCount(seq)}`
        }
        onClick={() => goTo(seq)}
      >
        <span className="muted numbers">{formatCount(seq)}</span>
        <span className="muted numbers">{lineOf(model, seq, value === null)}</span>
        <code className={value === null ? 'muted ellipsis' : 'ellipsis'}>
          {value === null ? 'deleted' : value.text}
        </code>
      </button>
    </li>
  )
}

/** All writes of a variable in its frame, a page around the focus at a time, newest first. */
export function WriteHistory({ model, writes, place, goTo }: WriteHistoryProps) {
  const { seq, shown, events } = writes
  const [paged, setPaged] = useState<{ seq: number; anchor: number } | null>(null)
  // A page chosen by hand stays until the focus moves.
  const anchor = paged?.seq === seq ? paged.anchor : seq
  const { data, error } = useWrites(place, { seq: anchor, count: PAGE, events })
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (data === undefined) return
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [data])
  if (error !== null) return <p className="pane-note error">{errorText(error)}</p>
  if (data === undefined) return <p className="pane-note">Reading the writes…</p>
  const all = [...[...data.after].reverse(), ...data.before]
  const newest = data.after.length === PAGE ? data.after.at(-1) : undefined
  const oldest = data.before.length === PAGE ? data.before.at(-1) : undefined
  if (all.length === 0) {
    return <p className="pane-note">This frame never had a {place.variable}.</p>
  }
  const page = (to: VariableWrite | undefined, text: string) =>
    to === undefined ? null : (
      <button
        type="button"
        className="text-button"
        onClick={() => setPaged({ seq, anchor: to.seq })}
      >
        {text}
      </button>
    )
  return (
    <div className="write-history">
      {page(newest, 'later writes')}
      <ol ref={list} aria-label={`Writes of ${place.variable}, newest first`}>
        {all.map((write) => (
          <Item key={write.seq} isShown={write.seq === shown?.seq} {...{ model, write, goTo }} />
        ))}
      </ol>
      {page(oldest, 'earlier writes')}
    </div>
  )
}
