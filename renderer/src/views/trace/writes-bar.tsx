import { type RefObject, useMemo, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import { useWriteOrigin } from '../../api/writes.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { DrawnButton } from '../../ui/button.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { useSideLabel } from './side-label.ts'
import type { VariableWrites } from './use-writes.ts'
import { WriteHistory } from './write-history.tsx'
import { writeWords } from './write-words.ts'

interface WritesBarProps {
  readonly model: TreeModel
  readonly writes: VariableWrites
  readonly goTo: (seq: number) => void
}

const WRITE_COMMANDS = declareCommands('Variables', 'in the Trace view with a trace open', {
  'variables.last-write': { keys: ['w'], description: 'Last write of the variable in focus' },
  'variables.next-write': { keys: ['W'], description: 'Next write of the variable in focus' },
})

const WAYS = [
  {
    way: 'last',
    title: 'Last write',
    command: 'variables.last-write',
    drawing: 'M9.5 4l-4 4 4 4M13 4v8',
  },
  {
    way: 'next',
    title: 'Next write',
    command: 'variables.next-write',
    drawing: 'M6.5 4l4 4-4 4M3 4v8',
  },
] as const

function WayButton({ writes, ...info }: { writes: VariableWrites } & (typeof WAYS)[number]) {
  const { way, title, command, drawing } = info
  const keys = useKeysOf()(WRITE_COMMANDS[command])
  const reason = writes.reasons[way]
  const hint = commandHint(`${title} of the variable`, keys, reason)
  return (
    <DrawnButton
      {...{ drawing, hint }}
      label={title}
      refused={reason !== null}
      onClick={() => writes.go(way)}
    />
  )
}

/** The event that wrote the value, and the return that gave it where one did: each a step back in its history. */
function Origin({ model, writes, goTo }: WritesBarProps) {
  const { shown, place, seq } = writes
  const { data } = useWriteOrigin(
    place,
    (shown?.value ?? null) === null ? null : (shown?.seq ?? null),
  )
  if (place === null || shown === undefined) return null
  if (shown === null) return <span className="muted">has no value at event {formatCount(seq)}</span>
  const words = writeWords(model, shown.seq, shown.value === null)
  const returned = data?.returned ?? null
  const giver = returned === null ? undefined : model.nodes[returned.seq]
  const since = shown.seq === seq ? 'shows first here' : `since event ${formatCount(shown.seq)}`
  const told = words === null ? since : `${since}, ${words.text}`
  return (
    <>
      <span className="ellipsis muted" title={told}>
        {told}
      </span>
      {words === null || words.by < 0 ? null : (
        <button
          type="button"
          className="text-button"
          title={`To event ${formatCount(words.by)}: ${words.text}`}
          onClick={() => goTo(words.by)}
        >
          to that line
        </button>
      )}
      {returned === null || giver === undefined ? null : (
        <button
          type="button"
          className="text-button"
          title={`To event ${formatCount(returned.seq)}: a call on that line ${returned.yielded ? 'yielded' : 'returned'} this very value, as its text, size and type tell`}
          onClick={() => goTo(returned.seq)}
        >
          {returned.yielded ? 'yielded' : 'returned'} by {giver.function}
        </button>
      )}
    </>
  )
}

/** Keys of the writes, in force in the whole view of a trace. */
export function useWriteKeys(writes: VariableWrites, within: RefObject<HTMLElement | null>): void {
  const { go, reasons } = writes
  const { last, next } = reasons
  const bindings = useMemo<readonly KeyBinding[]>(
    () =>
      WAYS.map(({ way, command }) => ({
        ...WRITE_COMMANDS[command],
        reason: { last, next }[way],
        run: () => go(way),
      })),
    [go, last, next],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
}

/** Where the value of the variable in focus was written, and the ways to its other writes. */
export function WritesBar(props: WritesBarProps) {
  const { writes } = props
  const { place, note } = writes
  const [isOpen, setOpen] = useState(false)
  const label = useSideLabel('Writes of the variable')
  return (
    <section className="writes" aria-label={label}>
      <div className="writes-bar">
        {WAYS.map((info) => (
          <WayButton key={info.way} writes={writes} {...info} />
        ))}
        {place === null ? (
          <span className="muted ellipsis">choose a variable to see its writes</span>
        ) : (
          <>
            <code className="ellipsis" title={place.variable}>
              {place.variable}
            </code>
            <Origin {...props} />
          </>
        )}
        <button
          type="button"
          className="text-button all-writes"
          aria-expanded={isOpen && place !== null}
          aria-disabled={place === null}
          onClick={() => setOpen(place !== null && !isOpen)}
        >
          all writes
        </button>
      </div>
      <p className={note === null ? 'visually-hidden' : 'pane-note'} role="status">
        {note}
      </p>
      {isOpen && place !== null ? (
        <WriteHistory key={`${place.frame} ${place.variable}`} {...props} place={place} />
      ) : null}
    </section>
  )
}
