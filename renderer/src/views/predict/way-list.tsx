import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { classWords } from '../../../../shared/corpus/failure-classes.ts'
import { MARK_LOOKS } from './mark-words.ts'
import type { Desk } from './use-desk.ts'
import { type WayRow, wayRow } from './way-rows.ts'

const ROW_HEIGHT = 24

function Label({ label }: Pick<WayRow, 'label'>) {
  if (label === null) return null
  return (
    <span title={`Labelled ${classWords(label)}`}>
      <span aria-hidden="true">⚑</span>
      <span className="visually-hidden">labelled {classWords(label)}</span>{' '}
    </span>
  )
}

function Mark({ mark, label }: Pick<WayRow, 'mark' | 'label'>) {
  if (mark === null) {
    return (
      <span className="way-mark">
        <Label label={label} />
      </span>
    )
  }
  const { sign, word, about, tone } = MARK_LOOKS[mark]
  return (
    <span className={`way-mark ${tone}`} title={about}>
      <Label label={label} />
      <span aria-hidden="true">{sign}</span> {mark === 'right' ? null : word}
      {mark === 'right' ? <span className="visually-hidden">right</span> : null}
    </span>
  )
}

function Row({ row, id, isCurrent }: { row: WayRow; id: string; isCurrent: boolean }) {
  const { state, action, operand, event, source, isPredicted, isEdited, mark, label } = row
  const kind = event.replace(/^inv_/, '').replace(/^line_call$/, 'line')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
    <div
      id={`${id}-${state}`}
      className={isCurrent ? 'way-row current' : 'way-row'}
      role="option"
      aria-selected={isCurrent}
      aria-posinset={state + 1}
      aria-setsize={-1}
      data-state={state}
      data-mark={mark}
    >
      <span className="step-number numbers">{state === 0 ? '' : state - 1}</span>
      <span
        className={action === null ? 'muted' : 'way-action'}
        title={operand === null ? undefined : `${action} on ${operand}`}
      >
        {action ?? 'start'}
      </span>
      <span
        className={`way-source event-${kind}${isPredicted ? ' told' : ''}`}
        title={`${isPredicted ? 'predicted ' : ''}${event} ${source}`}
      >
        {isEdited ? '✎ ' : ''}
        {source === '' ? event : source}
      </span>
      <Mark mark={mark} label={label} />
    </div>
  )
}

function useWindow(count: number, at: number) {
  const host = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => host.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    // The row in focus is named by its id, so it has to be there before the list was ever measured.
    initialRect: { width: 300, height: 600 },
  })
  useEffect(() => virtualizer.scrollToIndex(at), [virtualizer, at])
  return { host, virtualizer }
}

/** The states of a way, with how each prediction came out. Arrow keys go from one to the next. */
export function WayList({ desk }: { desk: Desk }) {
  const { branch, at, goTo } = desk
  const id = useId()
  const count = branch.actions.length + 1
  const { host, virtualizer } = useWindow(count, at)
  const items = virtualizer.getVirtualItems()
  const isDrawn = items.some(({ index }) => index === at)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const target = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(Math.max(0, Math.min(count - 1, target)))
  }
  return (
    <div
      ref={host}
      className={`way-list ${desk.known.ground.direction}`}
      role="listbox"
      tabIndex={0}
      aria-label="Steps"
      {...(isDrawn ? { 'aria-activedescendant': `${id}-${at}` } : {})}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const row = (target as Element).closest<HTMLElement>('[data-state]')
        if (row !== null) goTo(Number(row.dataset.state))
      }}
    >
      <div role="presentation" className="way-rows" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            role="presentation"
            className="way-slot"
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row row={wayRow(desk, index)} id={id} isCurrent={index === at} />
          </div>
        ))}
      </div>
    </div>
  )
}
