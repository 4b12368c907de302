import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import { triggerText } from '../../../../shared/tree/breakpoints.ts'
import {
  addBreakpoint,
  type Breakpoint,
  MOST_BREAKPOINTS,
  type PlacedTrigger,
} from '../../state/breakpoints.ts'
import { IconButton } from '../../ui/button.tsx'
import { useGivesFocusBack } from '../../ui/focus-back.ts'
import { type BreakpointDraft, draftOf } from './breakpoint-draft.ts'
import { BreakpointForm } from './breakpoint-form.tsx'
import { type BoundBreakpoint, breakpointTitle } from './breakpoint-marks.ts'
import { useSideLabel } from './side-label.ts'
import type { Debugger } from './use-debugger.ts'

interface RowProps {
  readonly one: BoundBreakpoint
  readonly isOther: boolean
  readonly onEnabled: (enabled: boolean) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** The name of the file where it is not the one in sight. */
function nameOf({ trigger }: BoundBreakpoint, isOther: boolean): string {
  const text = triggerText(trigger)
  return isOther && 'file' in trigger ? `${trigger.file} ${text}` : text
}

function Row({ one, isOther, onEnabled, onEdit, onRemove }: RowProps) {
  const name = nameOf(one, isOther)
  return (
    <li title={breakpointTitle(one)} className={one.enabled && one.never === null ? '' : 'off'}>
      <label>
        <input
          type="checkbox"
          checked={one.enabled}
          onChange={({ target }) => onEnabled(target.checked)}
          onKeyDown={(event) => {
            const act = { Enter: onEdit, Delete: onRemove }[event.key]
            if (act === undefined) return
            event.preventDefault()
            act()
          }}
        />
        <span className={`breakpoint-sign ${one.trigger.kind}`} aria-hidden="true" />
        <span className="breakpoint-text">{name}</span>
        {one.never === null ? null : <span className="breakpoint-never">{one.never}</span>}
      </label>
      <button type="button" className="text-button" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </button>
      <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />
    </li>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Up and Down go from one breakpoint's box to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.target instanceof HTMLSelectElement) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[type="checkbox"]')]
  const at = boxes.findIndex((box) => box.closest('li')?.contains(event.target as Node))
  event.preventDefault()
  boxes[Math.max(0, Math.min(boxes.length - 1, at + step))]?.focus()
}

/** The keyboard goes to the first breakpoint when the list opens, or to the button that makes one. */
function useTakesKeyboard(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = host.current?.querySelector<HTMLElement>('[type="checkbox"]')
    const first = box ?? host.current?.querySelector<HTMLElement>('.icon-button')
    first?.focus({ preventScroll: true })
  }, [host])
}

interface BreakpointListProps {
  readonly debug: Debugger
  /** Path of the file in sight. */
  readonly file: string
  /** What a new breakpoint begins with. */
  readonly blank: BreakpointDraft
  readonly onClose: () => void
}

/** Every breakpoint of the program: switched on and off, changed, removed, all by keyboard. */
export function BreakpointList({ debug, file, blank, onClose }: BreakpointListProps) {
  const { breakpoints, changeBreakpoints: change } = debug
  const host = useRef<HTMLElement>(null)
  const label = useSideLabel('Breakpoints')
  const [editing, setEditing] = useState<Breakpoint | 'new' | null>(null)
  useGivesFocusBack(host)
  useTakesKeyboard(host)
  const replace = (id: number, patch: Partial<Breakpoint>): void =>
    change((list) => list.map((one) => (one.id === id ? { ...one, ...patch } : one)))
  const focusHost = (): void => host.current?.focus()
  const stopEditing = (): void => {
    setEditing(null)
    focusHost()
  }
  const onSave = (trigger: PlacedTrigger): void => {
    if (editing === 'new') change((list) => addBreakpoint(list, trigger))
    else if (editing !== null) replace(editing.id, { trigger })
    stopEditing()
  }
  const isFull = breakpoints.length >= MOST_BREAKPOINTS
  return (
    <section
      ref={host}
      className="breakpoints"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && editing === null) onClose()
        else moveFocus(event)
      }}
    >
      <div className="pane-title">
        <h3>Breakpoints</h3>
        <span
          className="muted numbers ellipsis"
          title="Space switches on and off, Enter changes, Delete removes"
        >
          {formatNoun(breakpoints.length, 'breakpoint')}
        </span>
        <span className="spacer" />
        <IconButton
          icon="plus"
          label="New breakpoint"
          disabled={isFull}
          hint={isFull ? `There are ${MOST_BREAKPOINTS} already; remove one first.` : undefined}
          onClick={() => setEditing('new')}
        />
        <IconButton icon="close" label="Close the list of breakpoints" onClick={onClose} />
      </div>
      {breakpoints.length === 0 && editing === null ? (
        <p className="pane-note">There are none: continue runs to the end.</p>
      ) : null}
      <ul>
        {breakpoints.map((one) => (
          <Row
            key={one.id}
            one={one}
            isOther={'file' in one.trigger && one.trigger.file !== file}
            onEnabled={(enabled) => replace(one.id, { enabled })}
            onEdit={() => setEditing(one)}
            onRemove={() => {
              change((list) => list.filter(({ id }) => id !== one.id))
              focusHost()
            }}
          />
        ))}
      </ul>
      {editing === null ? null : (
        <BreakpointForm
          key={editing === 'new' ? 'new' : editing.id}
          initial={editing === 'new' ? blank : draftOf(editing.trigger, blank)}
          onSave={onSave}
          onCancel={stopEditing}
        />
      )}
    </section>
  )
}
