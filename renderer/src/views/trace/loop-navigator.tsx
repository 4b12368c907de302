import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import { FLAG_AFTER_GAP } from '../../../../shared/trace/event.ts'
import type { LoopPlace } from '../../../../shared/tree/loops.ts'
import { firstFrom, visitsOf } from '../../../../shared/tree/visits.ts'
import { CommandButton } from './command-button.tsx'
import type { Debugger } from './use-debugger.ts'

/** Whether loop sampling left out passes of this run: the numbers then count those recorded. */
function hasGap({ run }: LoopPlace, { position }: Debugger): boolean {
  const { gaps } = visitsOf(position.tree)
  const gap = gaps[firstFrom(gaps, run.from)]
  const node = gap === undefined ? undefined : position.tree.nodes[gap]
  return node !== undefined && node.seq <= run.to && (node.flags & FLAG_AFTER_GAP) !== 0
}

/** The number of a pass, written over to jump to another. */
function PassField(props: {
  readonly place: LoopPlace
  readonly goTo: (seq: number) => void
  readonly fieldRef: Ref<{ focus: () => void }>
}) {
  const { place, goTo } = props
  const { starts } = place.run
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(props.fieldRef, () => ({
    focus: () => {
      input.current?.focus()
      input.current?.select()
    },
  }))
  const wanted = Number(draft)
  const isPass = draft === null || (Number.isInteger(wanted) && starts[wanted - 1] !== undefined)
  const jump = (): void => {
    const start = draft === null ? undefined : starts[wanted - 1]
    if (start === undefined) return
    setDraft(null)
    goTo(start)
  }
  return (
    <input
      ref={input}
      type="text"
      className="pass-field"
      inputMode="numeric"
      aria-label="Pass to go to"
      aria-invalid={!isPass}
      title={`A number from 1 to ${formatCount(starts.length)}, then Enter`}
      value={draft ?? String(place.pass)}
      size={Math.max(2, String(starts.length).length)}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={() => setDraft(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') jump()
        else if (event.key !== 'Escape') return
        else setDraft(null)
        event.preventDefault()
      }}
    />
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
  const passes = chosen?.run.starts.length ?? 0
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
            goTo={debug.goTo}
            fieldRef={fieldRef}
          />
          <span className="numbers" aria-live="polite">
            of {formatCount(passes)}
            {hasGap(chosen, debug) ? ' recorded' : ''}
          </span>
        </>
      )}
      <CommandButton command="firstPass" debug={debug} />
      <CommandButton command="previousPass" debug={debug} />
      <CommandButton command="nextPass" debug={debug} />
      <CommandButton command="lastPass" debug={debug} />
    </fieldset>
  )
}
