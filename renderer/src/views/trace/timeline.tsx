import { memo, type RefObject, useCallback, useEffect, useMemo } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { stopsOf } from '../../../../shared/tree/breakpoints.ts'
import { visitsOf } from '../../../../shared/tree/visits.ts'
import { predictedWords, type TraceAccuracy, tallyBetween } from '../../draw/accuracy.ts'
import type { LabelledStates } from '../../draw/state-labels.ts'
import { useMarks } from '../../state/marks.ts'
import { DepthStrip, type StripContent } from '../../ui/depth-strip.tsx'
import { GAP_WORDS, labelSentence } from '../../ui/state-tree-rows.tsx'
import type { StripEffect } from '../../ui/strip-keys.ts'
import { useLabelledStates } from '../common/use-labelled-states.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { exitText, stopClause } from './exit-text.ts'
import { TraceLanes } from './trace-lanes.tsx'
import type { Debugger } from './use-debugger.ts'
import { type Player, usePlayer } from './use-player.ts'

interface TimelineProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly eventCount: number
  /** Predictions to paint in a lane; null paints none. */
  readonly accuracy: TraceAccuracy | null
  /** Seqs of the first and last row of the tree on screen. */
  readonly window: readonly [first: number, last: number] | null
  /** The view, in which Space plays wherever it does nothing else. */
  readonly view: RefObject<HTMLElement | null>
}

function positionText(
  trace: TraceDetail,
  { seq, atExit, position }: Debugger,
  { words, accuracy }: { words: LabelledStates['words']; accuracy: TraceAccuracy | null },
): string {
  const said = accuracy === null ? '' : predictedWords(tallyBetween(accuracy, seq, seq))
  const predicted = said === '' ? '' : `; ${said}`
  if (atExit) return `${exitText(trace)}${predicted}`
  const last = Math.max(0, trace.events - 1)
  const { gaps } = visitsOf(position.tree)
  const gap = gaps.includes(seq) ? `; ${GAP_WORDS}` : ''
  const labelled = words.get(seq)
  const label = labelled === undefined ? '' : `; ${labelSentence(labelled)}`
  return `Event ${seq}${position.at.duplicate ? ', after its call' : ''}; the last is ${last}${gap}${label}${predicted}`
}

const TAKES_SPACE = 'button, input, select, textarea, summary, a, [contenteditable]'

/** Space in the view plays and pauses, but where it presses a button or writes. */
function useSpaceKey(view: RefObject<HTMLElement | null>, toggle: () => void): void {
  useEffect(() => {
    const element = view.current
    if (element === null) return
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event
      const isFree = !(target instanceof Element) || target.closest(TAKES_SPACE) === null
      if (event.key !== ' ' || event.defaultPrevented || !isFree) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [view, toggle])
}

function PlayControls({ player, debug }: { player: Player; debug: Debugger }) {
  const { playing, toggle, speed, faster, slower, only, setOnly, range, setRange } = player
  const current = debug.position.tree.nodes[debug.seq]?.function ?? null
  return (
    <div className="play-controls">
      <button
        type="button"
        className="text-button"
        aria-pressed={playing}
        title={playing ? 'Space pauses' : 'Space plays'}
        onClick={toggle}
      >
        {playing ? '❚❚ Pause' : '▶ Play'}
      </button>
      <button
        type="button"
        className="text-button"
        aria-label="Slower"
        aria-disabled={slower === null}
        title={slower === null ? 'This is the slowest.' : 'Slower: - on the strip'}
        onClick={() => slower?.()}
      >
        −
      </button>
      <span className="numbers" aria-live="polite">
        {formatCount(speed)} {speed === 1 ? 'step' : 'steps'}/s
      </span>
      <button
        type="button"
        className="text-button"
        aria-label="Faster"
        aria-disabled={faster === null}
        title={faster === null ? 'This is the fastest.' : 'Faster: = on the strip'}
        onClick={() => faster?.()}
      >
        +
      </button>
      <label title="Playing leaves out the states of every other function">
        <input
          type="checkbox"
          checked={only !== null}
          disabled={only === null && current === null}
          onChange={({ target }) => setOnly(target.checked ? current : null)}
        />
        only {only ?? current ?? 'this function'}
      </label>
      {range === null ? (
        <span className="muted">drag with Shift, or [ and ], to loop a part</span>
      ) : (
        <button
          type="button"
          className="text-button numbers"
          title="Esc on the strip: play up to the end again"
          onClick={() => setRange(null)}
        >
          loops {formatCount(range[0])}–{formatCount(range[1])} ×
        </button>
      )}
    </div>
  )
}

const NONE: readonly number[] = []

/** What the strip marks, each list read again only when it changed. */
function useContent({ trace, tree, debug, accuracy }: TimelineProps, range: Player['range']) {
  const { marks, toggle } = useMarks(trace.trace)
  const { seqs: labels, words } = useLabelledStates(trace.trace)
  const { position } = debug
  const { tree: states, triggers, complete } = position
  const stops = useMemo(
    () => (complete ? stopsOf(visitsOf(states), triggers) : NONE),
    [complete, states, triggers],
  )
  const gaps = visitsOf(states).gaps
  const clause = tree.complete && !trace.recording ? stopClause(trace) : null
  const cut = clause === null ? null : `The trace was cut here: ${clause}`
  const content = useMemo<StripContent>(
    () => ({ stops, labels, gaps, marks, range, cut, accuracy }),
    [stops, labels, gaps, marks, range, cut, accuracy],
  )
  return { content, words, toggleMark: toggle }
}

/** The strip of the whole trace with what plays it. */
export const Timeline = memo(function Timeline(props: TimelineProps) {
  const { trace, tree, debug, eventCount, accuracy, view } = props
  const player = usePlayer(debug)
  const { toggle, faster, slower, range, setRange } = player
  const { content, words, toggleMark } = useContent(props, range)
  useSpaceKey(view, toggle)
  const { seq } = debug
  const onEffect = useCallback(
    (effect: StripEffect) => {
      if (effect.kind === 'speed') (effect.by === 1 ? faster : slower)?.()
      else if (effect.kind === 'mark') toggleMark(seq, effect.kept)
      else if (effect.kind === 'range') setRange(effect.range)
    },
    [faster, slower, toggleMark, setRange, seq],
  )
  return (
    <div className="timeline">
      <PlayControls player={player} debug={debug} />
      <TraceLanes trace={trace} seq={seq} view={view} />
      <DepthStrip
        model={tree.model}
        loaded={tree.loaded}
        eventCount={eventCount}
        focus={seq}
        window={props.window}
        content={content}
        onFocus={debug.goTo}
        onEffect={onEffect}
        valueText={positionText(trace, debug, { words, accuracy })}
      />
    </div>
  )
})
