import { type FormEvent, useMemo, useState } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { parsePath } from '../../../../shared/trace/repr-path.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import { type KnownStates, useStateCache } from '../../api/state-cache.ts'
import { CHANGE_SIGNS } from '../../draw/variable-changes.ts'
import { toggleWatch, useWatches, type Watch } from '../../state/watches.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSideLabel } from './side-label.ts'
import type { ShownState } from './use-shown-state.ts'
import { type Seen, seenIn, seenInRows } from './watched.ts'

interface WatchListProps {
  readonly trace: TraceDetail
  readonly shown: ShownState
  /** The field for another watch is open. */
  readonly isAdding: boolean
  readonly onAdded: () => void
}

/** The frame a watch looks into: the innermost one of its function on the call stack. */
function frameOf(watch: Watch, { stack, node }: ShownState): StateNode | null {
  if (watch.function === null) return node
  return stack.find((frame) => frame.function === watch.function) ?? null
}

function seenOf(watch: Watch, shown: ShownState, known: KnownStates): Seen {
  const frame = frameOf(watch, shown)
  if (frame === null) {
    return { kind: 'unknown', reason: `${watch.function ?? ''} is not on the call stack here.` }
  }
  if (frame.seq === shown.node?.seq) return seenInRows(watch.path, shown.rows)
  const state = known.stateOf(frame.seq)
  if (state === undefined) return { kind: 'unknown', reason: 'Reading the state…' }
  return seenIn(watch.path, state.locals)
}

const NOTHING: readonly number[] = []
const SHOWN_CHARS = 400

function Row({ watch, seen, onRemove }: { watch: Watch; seen: Seen; onRemove: () => void }) {
  const change = seen.kind === 'value' ? seen.change : null
  const of = watch.function === null ? '' : ` of ${watch.function}`
  return (
    <li className={`watch ${change ?? ''}`}>
      <span className="watch-sign" title={change ?? undefined}>
        {change === null ? null : (
          <>
            <span aria-hidden="true">{CHANGE_SIGNS[change]}</span>
            <span className="visually-hidden">{change}</span>
          </>
        )}
      </span>
      <code className="watch-path ellipsis" title={`${watch.path}${of}`}>
        {watch.path}
        {watch.function === null ? null : <span className="muted"> · {watch.function}</span>}
      </code>
      {seen.kind === 'unknown' ? (
        <span className="watch-value muted ellipsis" title={seen.reason}>
          {seen.reason}
        </span>
      ) : (
        <code className="watch-value ellipsis" title={seen.text.slice(0, SHOWN_CHARS)}>
          {seen.text.slice(0, SHOWN_CHARS)}
          {seen.isCut ? <span className="part-cut">cut</span> : null}
        </code>
      )}
      <IconButton icon="close" label={`Stop watching ${watch.path}${of}`} onClick={onRemove} />
    </li>
  )
}

function AddWatch({ program, onAdded }: { program: string; onAdded: () => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = parsePath(typed)
    if (!parsed.ok) setError(parsed.error)
    else {
      toggleWatch(program, { function: null, path: typed.trim() })
      onAdded()
    }
  }
  return (
    <form className="watch-form" onSubmit={onSubmit}>
      <TextField
        label="Watch a variable or a part of one"
        labelHidden
        mono
        placeholder={'d["a"][3], point.x, len(items)'}
        autoFocus
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onAdded()
        }}
      />
      <Button type="submit">Watch</Button>
    </form>
  )
}

/** What is watched, above the variables at every step; nothing where nothing is. */
export function WatchList({ trace, shown, isAdding, onAdded }: WatchListProps) {
  const watches = useWatches(trace.program)
  const label = useSideLabel('Watched values')
  const others = watches
    .map((watch) => frameOf(watch, shown)?.seq)
    .filter((seq) => seq !== undefined && seq !== shown.node?.seq)
    .join()
  const wanted = useMemo(() => (others === '' ? NOTHING : others.split(',').map(Number)), [others])
  const known = useStateCache(trace.trace, wanted, NOTHING)
  if (watches.length === 0 && !isAdding) return null
  return (
    <section className="watches" aria-label={label}>
      <ul>
        {watches.map((watch) => (
          <Row
            key={`${watch.function ?? ''} ${watch.path}`}
            watch={watch}
            seen={seenOf(watch, shown, known)}
            onRemove={() => toggleWatch(trace.program, watch)}
          />
        ))}
      </ul>
      {isAdding ? <AddWatch program={trace.program} onAdded={onAdded} /> : null}
    </section>
  )
}
