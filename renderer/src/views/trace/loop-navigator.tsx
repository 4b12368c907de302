import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import { FLAG_AFTER_GAP } from '../../../../shared/trace/event.ts'
import type { LoopPlace } from '../../../../shared/tree/loops.ts'
import { firstFrom, visitsOf } from '../../../../shared/tree/visits.ts'
import { focusAgain, focusedElement } from '../../ui/focus-back.ts'
import { CommandButton } from './command-button.tsx'
import type { Debugger } from './use-debugger.ts'

/** Whether loop sampling left out passes of this run: the numbers then count those recorded. */
function hasGap({ run }: LoopPlace, { position }: Debugger): boolean {
  const { gaps } = visitsOf(position.tree)
  const gap = gaps[firstFrom(gaps, run.from)]
  const node = gap === undefined ? undefined : position.tree.nodes[gap]
  return node !== undefined && node.seq <= run.to && (node.flags & FLAG_AFTER_GAP) !== 0
}

/** What typed text means as the number of a pass: the seq it starts at, or undefined where there is no such pass. */
function startOf(typed: string, starts: readonly number[]): number | undefined {
  return /^\s*\d+\s*$/.test(typed) ? starts[Number(typed) - 1] : undefined
}

/** Where the keyboard was before the field had it, by its key or in any other way. */
function useFieldFocus(fieldRef: Ref<{ focus: () => void }>) {
  const input = useRef<HTMLInputElement>(null)
  const before = useRef<EventTarget | null>(null)
  useImperativeHandle(fieldRef, () => ({
    focus: () => {
      if (document.activeElement !== input.current) before.current = focusedElement()
      input.current?.focus()
      input.current?.select()
    },
  }))
  return {
    input,
    onFocus: ({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) => {
      before.current ??= relatedTarget
    },
    onBlur: () => {
      before.current = null
    },
    leave: () => {
      const back = before.current
      input.current?.blur()
      if (back instanceof Element) focusAgain(back)
    },
  }
}

interface PassFieldProps {
  readonly place: LoopPlace
  /** Loop sampling left out some passes. */
  readonly isSampled: boolean
  readonly goTo: (seq: number) => void
  readonly fieldRef: Ref<{ focus: () => void }>
}

/** The number of a pass, written over to jump to another, and how many there are. */
function PassField({ place, isSampled, goTo, fieldRef }: PassFieldProps) {
  const { starts } = place.run
  const [draft, setDraft] = useState<string | null>(null)
  /** What was asked for is no pass. */
  const [isRefused, setRefused] = useState(false)
  const { input, leave, onFocus, onBlur } = useFieldFocus(fieldRef)
  const id = useId()
  const type = (text: string | null): void => {
    setDraft(text)
    setRefused(false)
  }
  const jump = (typed: string): void => {
    const start = startOf(typed, starts)
    setRefused(start === undefined)
    if (start === undefined) return
    setDraft(null)
    goTo(start)
  }
  const count = formatNoun(starts.length, 'pass', 'passes')
  const recorded = isSampled ? ' recorded' : ''
  return (
    <>
      <input
        ref={input}
        type="text"
        className="pass-field"
        inputMode="numeric"
        aria-label="Pass to go to"
        aria-invalid={draft !== null && startOf(draft, starts) === undefined}
        aria-describedby={id}
        title={`A number from 1 to ${formatCount(starts.length)}, then Enter`}
        value={draft ?? String(place.pass)}
        size={Math.max(2, String(starts.length).length)}
        onChange={({ target }) => type(target.value)}
        onFocus={onFocus}
        onBlur={() => {
          type(null)
          onBlur()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            if (draft !== null) jump(draft)
          } else if (event.key === 'Escape') leave()
          else return
          event.preventDefault()
        }}
      />
      <span id={id} className={isRefused ? 'numbers field-error' : 'numbers'} role="status">
        {isRefused
          ? `There ${starts.length === 1 ? 'is' : 'are'} ${count}${recorded}.`
          : `of ${formatCount(starts.length)}${recorded}`}
      </span>
    </>
  )
}

/** Which of the loops around the state is gone through: the innermost, or one further out. */
function LoopChoice({ debug }: { debug: Debugger }) {
  const { around, chosen, choose } = debug.loops
  return (
    <select
      className="loop-choice"
      aria-label="Loop"
      title={chosen?.loop.text}
      value={chosen === null ? -1 : around.indexOf(chosen)}
      onChange={({ target }) => {
        const place = around[Number(target.value)]
        if (place !== undefined) choose(place)
      }}
    >
      {around.map(({ loop }, index) => (
        <option key={loop.head} value={index}>
          {loop.text}
        </option>
      ))}
    </select>
  )
}

interface LoopNavigatorProps {
  readonly debug: Debugger
  readonly fieldRef: Ref<{ focus: () => void }>
}

/** Passes of the loop in focus: how many, which one this is, and the way to any of them. */
export function LoopNavigator({ debug, fieldRef }: LoopNavigatorProps) {
  const { chosen } = debug.loops
  return (
    <fieldset className="command-group loop-navigator">
      <legend>Loop</legend>
      {chosen === null ? (
        <span className="muted">{debug.loops.counting ? 'counting…' : 'none here'}</span>
      ) : (
        <>
          <LoopChoice debug={debug} />
          <span className="numbers">pass</span>
          <PassField
            key={`${chosen.run.from} ${chosen.loop.head}`}
            place={chosen}
            isSampled={hasGap(chosen, debug)}
            goTo={debug.goTo}
            fieldRef={fieldRef}
          />
        </>
      )}
      <CommandButton command="firstPass" debug={debug} />
      <CommandButton command="previousPass" debug={debug} />
      <CommandButton command="nextPass" debug={debug} />
      <CommandButton command="lastPass" debug={debug} />
    </fieldset>
  )
}
